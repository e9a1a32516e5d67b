import { canSeeViewers } from '@porchlight/access';
import {
  MAX_BATCH,
  people as descriptor,
  type Person,
  type PersonItem,
  type SavedPerson,
  type SavePeopleRequest,
  type SavePeopleResponse,
} from '@porchlight/contracts';
import { invalidBody, isNotFound, isRefusal, REASONS, refuse } from '@porchlight/errors';
import { mapBounded } from '@porchlight/runtime';
import { getPreviousIds, type StoreCall } from '@porchlight/store';
import { type Contacts, listViewers, prepareContacts, prepareNewNames } from '../person';
import { withoutInactiveUsers } from './inactive-users';
import type { ImportTarget } from './import-parts';
import { findKnownPeople, LOST, withIdentities } from '../people';

/**
 * Enough concurrent items for the store to write them together and for their webhooks to be grouped, few enough for
 * other calls to run between them.
 */
const CONCURRENCY = 25;

/**
 * Creates or updates up to 100 people (decisions section 10). Each is looked up by all its emails and phones; the best
 * match is updated like PUT, otherwise a person is created. Each item has its own result, also with the fields that
 * were left out because they name users who may get nothing new (D13.3). All writes share one batch
 * id, so that webhooks are grouped.
 */
export const savePeople =
  (target: ImportTarget) =>
  async ({ people: items }: SavePeopleRequest, call: StoreCall): Promise<SavePeopleResponse> => {
    const { actor, signal, suppressOwn = false } = call;
    if (items.length > MAX_BATCH) throw invalidBody(`Field 'people' has at most ${MAX_BATCH} entries.`);
    const batchId = target.ids.eventId();
    const createItemCall = (nth: number): StoreCall => ({
      actor,
      signal,
      suppressOwn,
      batchId,
      idempotency: call.idempotency?.part(`item${nth}`),
    });
    return {
      results: await mapBounded(items, CONCURRENCY, (item, nth) => saveItem(target, createItemCall(nth), item)),
    };
  };

const failed = (reason: keyof typeof REASONS, errorMessage: string): SavedPerson => ({
  status: REASONS[reason].http,
  id: 0,
  errorMessage,
  errorCode: reason,
  problems: [],
});

const saveItem = async (target: ImportTarget, call: StoreCall, item: PersonItem): Promise<SavedPerson> => {
  const { record, mask } = item;
  if (!record) return failed('INVALID_BODY', item.problems || 'The person must be a JSON object.');
  const { accountId } = call.actor;
  try {
    const { country } = await target.settingsCache.load(accountId);
    const contacts = prepareContacts({ ...record, ...prepareNewNames(record) }, country);
    const { result, problems } = await withoutInactiveUsers(mask ?? [], (names) =>
      withIdentities(target.mutex, call, contacts, (claiming) =>
        save(target, call, { record, contacts, mask: names, claiming }),
      ),
    );
    const { id, created } = result;
    return { status: created ? 201 : 200, id, errorMessage: '', errorCode: '', problems };
  } catch (error) {
    if (isRefusal(error)) return failed(error.reason, error.message);
    // One failed item must not lose the results of the others. A repeated request finds a person that was created.
    target.logger.error({ event: 'batch.item_failed', accountId, err: error });
    return failed('UNAVAILABLE', refuse('UNAVAILABLE').message);
  }
};

interface SaveAttempt {
  readonly record: Person;
  readonly contacts: Contacts;
  readonly mask: readonly string[];
  /** Whether a new person takes claims. */
  readonly claiming: boolean;
}

const save = async (
  { people }: Pick<ImportTarget, 'people'>,
  call: StoreCall,
  { record, contacts, mask, claiming }: SaveAttempt,
) => {
  const [existing] = await findKnownPeople(people, call, contacts);
  if (!existing) {
    const options: Record<string, string> = claiming ? { claims: 'true' } : {};
    const created = await people.create(call, record, mask, options);
    return { id: created.record.id, created: true };
  }
  // Created by an earlier attempt of this call.
  if (getPreviousIds(call, descriptor.resource).includes(existing.id)) return { id: existing.id, created: true };
  if (!canSeeViewers(call.actor, listViewers(existing)))
    throw refuse('CONFLICT', {
      message: 'A person with this email or phone exists already and is not among those you may see.',
    });
  try {
    return { id: (await people.update(call, existing.id, record, mask)).record.id, created: false };
  } catch (error) {
    if (isNotFound(error)) return LOST;
    throw error;
  }
};
