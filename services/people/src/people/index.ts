import { allResources, people as descriptor, PersonServiceDefinition } from '@porchlight/contracts';
import { isNotFound } from '@porchlight/errors';
import type { Handlers } from '@porchlight/rpc';
import { createResourceHandlers, getPreviousIds, type StoreCall } from '@porchlight/store';
import { prepareContacts, prepareNewNames } from '../person';
import type { Ports } from './stores';
import { checkDuplicate } from './check-duplicate';
import { listPossibleDuplicates } from './list-possible-duplicates';
import { withIdentities } from './claim-identities';
import { answerFacts } from './answer-facts';
import { erasePerson, type ImportTraces } from './erase-person';
import { exportPerson } from './export-person';
import { findVisibleKnown } from './find-known-person';
import { followCountry, identityRecomputes } from './follow-country';
import { followPeople, PERSON_TYPES } from './follow-person';
import { createPersonFollower, requireChildren } from './follow-steps';
import { absence, createMergeFinisher, mergePeople } from './merge-people';
import { checkRequestedFields, parseRequestedFields } from './requested-fields';

export { BACKOFF_MS, identityKeys, LOST, MAX_REFUSALS, MAX_ROUNDS, withIdentities } from './claim-identities';
export { findKnownPeople } from './find-known-person';
export { followNow } from './follow-steps';
export { loadSurvivor } from './move-children';
export { createMovePeople } from './move-people';
export { OFFERED_TO } from './offered-people';
export { defaultAssignment, type PeopleRules, prepareChangedPerson, prepareNewPerson } from './prepare-person';
export { logReport, recomputeIdentities, type Recomputed, reportIdentities } from './recompute-identities';
export { type MergeNotes, openPeople, type People } from './stores';

type PersonHandlers = Handlers<typeof PersonServiceDefinition>;

/** Handlers of the people service that other features implement. */
export type RelatedHandlers = Pick<
  PersonHandlers,
  | 'savePeople'
  | 'importPeopleCsv'
  | 'getPeopleImport'
  | 'undoPeopleImport'
  | 'listUnclaimed'
  | 'claimPerson'
  | 'ignoreUnclaimed'
>;

/** Serves people; follows changes of people, finishes merges. */
export const registerPeople = (ports: Ports & ImportTraces, related: RelatedHandlers): void => {
  const { rpc, mutex, people, settingsCache } = ports;
  requireChildren(ports.children, allResources);
  ports.answerFacts(answerFacts(ports));
  const recomputes = ports.openJobs(identityRecomputes);
  ports.addHandler('people.copies', followCountry({ ...ports, recomputes }), new Set(['auth.accounts.updated']));
  ports.addWorker('identityRecomputes', () => recomputes.createWorker(ports));
  ports.addHandler('people.cascade', followPeople(ports), PERSON_TYPES);
  ports.addWorker('personFollower', (hold) => createPersonFollower(ports, hold));
  ports.addWorker('mergeFinisher', (hold) => createMergeFinisher(ports, hold));

  const handlers: PersonHandlers = createResourceHandlers(descriptor, people);
  /** The error for a person that was merged names the survivor. */
  const withMergedInto =
    <Q extends { id: number }, A, C extends StoreCall>(handler: (request: Q, call: C) => Promise<A>) =>
    async (request: Q, call: C): Promise<A> => {
      try {
        return await handler(request, call);
      } catch (error) {
        if (isNotFound(error)) throw await absence(ports, call, request.id);
        throw error;
      }
    };
  rpc.add(PersonServiceDefinition, {
    ...handlers,
    ...related,
    createPerson: async (request, call) => {
      const { record, options } = request;
      const requested = parseRequestedFields(options);
      await checkRequestedFields(settingsCache, call, requested);
      if (!record || options['deduplicate'] !== 'true') return handlers.createPerson(request, call);
      const { country } = await settingsCache.load(call.actor.accountId);
      const contacts = prepareContacts({ ...record, ...prepareNewNames(record) }, country);
      return withIdentities(mutex, call, contacts, async (claiming) => {
        // A repeated call returns the person that its first attempt created.
        const isRepeated = getPreviousIds(call, descriptor.resource).length > 0;
        const known = isRepeated ? undefined : await findVisibleKnown(people, call, contacts);
        if (known) return { record: await people.render(known, call, requested), created: false };
        return handlers.createPerson(
          { ...request, options: { ...options, ...(claiming && { claims: 'true' }) } },
          call,
        );
      });
    },
    getPerson: withMergedInto(async (request, call) => {
      await checkRequestedFields(settingsCache, call, parseRequestedFields(request.options));
      return handlers.getPerson(request, call);
    }),
    updatePerson: withMergedInto(handlers.updatePerson),
    deletePerson: withMergedInto(handlers.deletePerson),
    checkDuplicate: checkDuplicate(ports),
    listPossibleDuplicates: listPossibleDuplicates(people),
    mergePeople: mergePeople(ports),
    erasePerson: withMergedInto(erasePerson(ports)),
    exportPerson: withMergedInto(exportPerson(ports)),
  });
};
