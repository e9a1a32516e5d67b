import { isUniqueConflict, systemCall, type Draft, type ResourceStore, type StoreCall } from '@porchlight/store';
import { type AuthoredDocument, defined, listViewers, type PersonDocument } from '../person';
import type { HandledCauses } from './handled-causes';
import type { PersonRecords } from './person-records';

/** What a record is created for. */
export interface RecordCause {
  /** The id of the message, step or mail that asks for the record; unique in the account. */
  readonly causeId: string;
  readonly person: PersonDocument;
  /** Its user is shown as the author; 0 is the service, rendered as null. */
  readonly call: StoreCall;
}

/**
 * Creates a record of a person that no caller asked for, once for each cause: its id is stored with the cause before
 * the record, so a message that arrives again, also after the job that it added has ended, creates no second one. An
 * existing record is not changed. Returns undefined if the record was deleted meanwhile.
 */
export const createOnce =
  (records: Pick<PersonRecords, 'addActivity'>, causes: Pick<HandledCauses, 'claim'>) =>
  async <R extends { id: number; version: number }, D extends AuthoredDocument>(
    store: ResourceStore<R, D>,
    { causeId, person, call }: RecordCause,
    content: object,
  ): Promise<D | undefined> => {
    const { accountId, userId } = call.actor;
    const { childId } = await causes.claim(accountId, causeId, await store.takeId(call));
    const authored = { personId: person.id, viewers: listViewers(person), createdById: userId, updatedById: userId };
    const record = await store
      .insert(call, Object.assign({} as Draft<D>, defined({ ...content, ...authored })), { takenId: childId })
      .catch(async (error: unknown) => {
        if (!isUniqueConflict(error)) throw error;
        return store.load(systemCall(accountId, call.signal), childId!);
      });
    return record && records.addActivity(store, call, record);
  };
