import { isUniqueConflict, systemCall } from '@porchlight/store';
import type { EventBatch } from './event-batch';
import { computeMoves, type Moves, type StoredEvent } from './stored-event';
import type { CountingParts } from './event-parts';
import { followPerson } from './follow-recipient';
import type { EventStore } from './email-event-store';
import { findTouchedPeople, type MarketingCopies } from '../copies';
import { suppressBounced } from './suppress-bounced';

/** Result of the lookup of recipients. */
export interface CountHints {
  /** Nothing of the batch can have been done before. */
  readonly isNew?: boolean;
  readonly viewers?: ReadonlyMap<number, readonly number[]>;
}

type RowMoves = Moves['rows'] extends Map<string, infer V> ? V : never;

const ROUNDS = 5;
/** A change of a person that is this much older than the batch was visible to its creator, ms. */
const OVERLAP_MS = 60_000;

/**
 * Stores the events of a batch and adds its own events to the count of every row. May be repeated from any point: an
 * event belongs to the first batch that stored it, and each document counts a batch once. Returns the batch's events as
 * they are stored; those that another batch stored before have that batch's id.
 */
export const countBatch = async (
  ports: CountingParts,
  batch: EventBatch,
  signal: AbortSignal,
  { isNew = false, viewers }: CountHints = {},
): Promise<StoredEvent[]> => {
  const { ledger } = ports;
  const stored = await storeEvents(ledger, batch, isNew);
  const ofBatch = stored.filter((event) => event.batch === batch._id);
  signal.throwIfAborted();
  await Promise.all([
    moveRows(ports, batch, computeMoves(ofBatch).rows, viewers, signal),
    suppressBounced(ports, batch, ofBatch, signal),
  ]);
  await followLate(ports, batch, signal);
  return stored;
};

const storeEvents = async (ledger: EventStore, batch: EventBatch, isNew: boolean): Promise<StoredEvent[]> => {
  const events = batch.events.map((event): StoredEvent => ({ ...event, batch: batch._id }));
  const there = isNew ? [] : await ledger.stored(events.map(({ _id }) => _id));
  const byId = new Map(there.map((event) => [event._id, event]));
  const refused = await ledger.add(events.filter(({ _id }) => !byId.has(_id)));
  for (const event of await ledger.stored(refused)) byId.set(event._id, event);
  return events.map((event) => byId.get(event._id) ?? event);
};

const moveRows = async (
  ports: CountingParts,
  batch: EventBatch,
  moves: Moves['rows'],
  viewers: CountHints['viewers'],
  signal: AbortSignal,
): Promise<void> => {
  const { accountId, _id } = batch;
  let remaining = [...moves].map(([key, { by }]) => ({ key, by }));
  for (let round = 0; remaining.length > 0; round++) {
    if (round === ROUNDS) throw new Error(`Rows of batch ${_id} could not be moved in ${ROUNDS} rounds.`);
    signal.throwIfAborted();
    const absent = new Set(await ports.keyedRows.move(accountId, _id, remaining, ports.batchIds.settled()));
    const missing = [...absent].flatMap((key) => moves.get(key) ?? []);
    const seenBy =
      viewers ??
      (await loadViewers(
        ports.people,
        accountId,
        missing.map(({ personId }) => personId),
      ));
    const refused = new Set(await insertRows(ports, batch, [...absent], moves, seenBy, signal));
    remaining = remaining.filter(({ key }) => refused.has(key));
  }
};

/** Creates missing rows that contain the batch; returns the keys of rows that were created concurrently. */
const insertRows = async (
  { rows }: CountingParts,
  batch: EventBatch,
  keys: readonly string[],
  moves: Moves['rows'],
  viewers: ReadonlyMap<number, readonly number[]>,
  signal: AbortSignal,
): Promise<string[]> => {
  const call = systemCall(batch.accountId, signal);
  const outcomes = await Promise.allSettled(
    keys.map(async (key) => {
      const { by, ...row } = moves.get(key) as RowMoves;
      const seenBy = [...(viewers.get(row.personId) ?? [])];
      const draft = { ...row, key, count: by, viewers: seenBy, applied: [batch._id], present: true as const };
      await rows.insert(call, draft, { silent: true });
    }),
  );
  return outcomes.flatMap((outcome, at) => {
    if (outcome.status === 'fulfilled') return [];
    if (!isUniqueConflict(outcome.reason)) throw outcome.reason;
    return [keys[at] as string];
  });
};

const loadViewers = async (people: MarketingCopies['people'], accountId: number, ids: readonly number[]) => {
  const copies = await people.byIds(accountId, [...new Set(ids)]);
  return new Map(copies.map(({ personId, viewers }) => [personId, viewers]));
};

/** Repeats the update for people who were reassigned or deleted while their events were written. */
const followLate = async (ports: CountingParts, batch: EventBatch, signal: AbortSignal): Promise<void> => {
  const since = new Date(batch.created.getTime() - OVERLAP_MS);
  const touched = await findTouchedPeople(ports, batch.accountId, since);
  const concerned = new Set(batch.events.map(({ personId }) => personId));
  for (const personId of touched)
    if (concerned.has(personId)) await followPerson(ports, batch.accountId, personId, signal);
};
