import { people as descriptor, type PersonServiceDefinition } from '@porchlight/contracts';
import type { Handlers } from '@porchlight/rpc';
import { getPreviousIds } from '@porchlight/store';
import type { Locks } from '../locks';
import { prepareContacts, prepareNewNames } from '../person';
import type { Settings } from '../settings';
import { withIdentities } from './claim-identities';
import { findVisibleKnown } from './find-known-person';
import type { People } from './people-parts';
import { checkRequestedFields, parseRequestedFields } from './requested-fields';

type CreatePerson = Handlers<typeof PersonServiceDefinition>['createPerson'];

/** Where people are created. */
type Creation = Pick<People, 'people'> & Pick<Settings, 'settingsCache'> & Pick<Locks, 'mutex'>;

/** Wraps the create of people: with `deduplicate` an existing person with one of the contacts is returned instead. */
export const withDeduplication =
  ({ people, settingsCache, mutex }: Creation, createPerson: CreatePerson): CreatePerson =>
  async (request, call) => {
    const { record, options } = request;
    const requested = parseRequestedFields(options);
    await checkRequestedFields(settingsCache, call, requested);
    if (!record || options['deduplicate'] !== 'true') return createPerson(request, call);
    const { country } = await settingsCache.load(call.actor.accountId);
    const contacts = prepareContacts({ ...record, ...prepareNewNames(record) }, country);
    return withIdentities(mutex, call, contacts, async (claiming) => {
      // A repeated call returns the person that its first attempt created.
      const isRepeated = getPreviousIds(call, descriptor.resource).length > 0;
      const existing = isRepeated ? undefined : await findVisibleKnown(people, call, contacts);
      if (existing) return { record: await people.render(existing, call, requested), created: false };
      return createPerson({ ...request, options: { ...options, ...(claiming && { claims: 'true' }) } }, call);
    });
  };
