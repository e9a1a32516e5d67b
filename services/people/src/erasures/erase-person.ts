import type { ErasePersonRequest, ErasePersonResponse } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { systemCall, type StoreCall } from '@porchlight/store';
import type { PersonDocument } from '../person';
import { followNow, type Following } from '../following';
import { endsWithPerson, selectChildren } from '../people';
import type { Offers } from '../offers';
import type { Erasures } from './erasures';

/**
 * Maximum number of records of one kind whose ids are published with the deletion; the job publishes the others page by
 * page.
 */
const MAX_NAMED = 1_000;

/** What the erasure of a person works with. */
export interface Erasing extends Following {
  readonly erasures: Erasures;
  readonly offers: Pick<Offers, 'done'>;
  /** Erases what received leads say about a person; may be repeated. */
  readonly eraseReceivedLeads: (call: StoreCall, person: PersonDocument) => Promise<void>;
  /** Removes what imports store about a person; may be repeated. */
  readonly forgetImported: (person: PersonDocument) => Promise<void>;
}

/**
 * Erases a person for good, with all their records, and notifies the other services to delete what they store
 * (decisions section 10). May be repeated until it succeeds: the mark and the deletion are writes of one document. Up
 * to 200 records are removed before the response, the others by a stored job (follow-steps.ts) that survives the end of
 * a process.
 */
export const erasePerson =
  (parts: Erasing) =>
  async ({ id }: ErasePersonRequest, call: StoreCall): Promise<ErasePersonResponse> => {
    const { people, children, erasures, offers, personJobs, eraseReceivedLeads, clock } = parts;
    const { accountId } = call.actor;
    const person = await people.load(call, id);
    if (!person) throw refuse('NOT_FOUND', { what: 'person' });
    const service = systemCall(accountId, call.signal);
    const erasing: Record<string, number[]> = {};
    for (const store of children)
      erasing[store.descriptor.resource] = (await store.find(service, selectChildren(store, id), MAX_NAMED))
        // Records that name further people stay without this one.
        .filter((child) => endsWithPerson(store, child, id))
        .map((child) => child.id);
    const isLarge = Object.values(erasing).some(({ length }) => length === MAX_NAMED);
    const key = { personId: id, kind: 'remove' } as const;
    // Stored before the deletion: no crash in between may leave a record without a job.
    if (isLarge) await personJobs.add(accountId, key, { erased: true });
    await eraseReceivedLeads(service, person);
    await people.modify(call, id, (before) => ({ ...before, erasing }), { silent: true });
    await parts.forgetImported(person);
    // Before the deletion: other services ask whether the person was erased.
    await erasures.add(accountId, [id, ...(person.mergedIds ?? [])], clock.date());
    await people.remove(call, id);
    await offers.done(accountId, id);
    if (!isLarge) await followNow(parts, call.signal, { accountId, ...key });
    // Again: the record of a lead is written up to seconds after its event.
    await eraseReceivedLeads(service, person);
    // A tag or source that only this person had may be their name.
    await people.forgetEmptyCounts(accountId);
    return {};
  };
