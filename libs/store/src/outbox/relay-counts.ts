import { addWhen } from '../counts/counter-limits';
import type { CounterDocument } from '../counts/counter-document';
import { formatCounterId, type Deltas } from '../counts/count-keys';
import type { OutboxEntry } from '../contract/document';
import type { DocumentCollection } from '../contract/document-collection';

/** An entry whose process has ended. */
export interface LeftEntry {
  readonly accountId: number;
  readonly entry: OutboxEntry;
}

/** Another relay has taken over; this one must stop. */
export class RelayOvertaken extends Error {
  override readonly name = 'RelayOvertaken';
}

interface Part {
  readonly eventId: string;
  readonly instance: string;
  readonly fold: number;
  readonly deltas: Deltas;
}

/** The parts of the entries by counter document, each with the differences that it makes there. */
const groupByCounter = (resource: string, leftEntries: readonly LeftEntry[]) => {
  const counters = new Map<string, { accountId: number; parts: Map<string, Part> }>();
  for (const { accountId, entry } of leftEntries)
    for (const [key, delta] of Object.entries(entry.counts ?? {})) {
      const id = formatCounterId(accountId, resource, key);
      const counter = counters.get(id) ?? { accountId, parts: new Map<string, Part>() };
      const part = counter.parts.get(entry.eventId) ?? { ...entry, deltas: {} };
      part.deltas[key] = delta;
      counter.parts.set(entry.eventId, part);
      counters.set(id, counter);
    }
  return [...counters].map(([_id, { accountId, parts }]) => ({ _id, accountId, parts: [...parts.values()] }));
};

const dueIn = (document: CounterDocument | null, parts: readonly Part[]): Part[] => {
  const swept = new Set(document?.swept ?? []);
  return parts.filter((part) => (document?.marks?.[part.instance] ?? 0) < part.fold && !swept.has(part.eventId));
};

/**
 * Counts left entries that no counter document contains yet. First the instance is fenced in the document, so that its
 * process cannot change it, even if it is still alive. Then its mark is constant, and the entries above it are exactly
 * the missing ones. Their events are recorded in the same write until their documents are cleared. `epoch` excludes a
 * relay that was overtaken. Returns the number of counted entries.
 */
export const relayCounts = async (
  counters: DocumentCollection<CounterDocument>,
  resource: string,
  leftEntries: readonly LeftEntry[],
  epoch: number,
  now: Date,
): Promise<number> => {
  let moved = 0;
  for (const { _id, accountId, parts } of groupByCounter(resource, leftEntries)) {
    if (dueIn(await counters.findOne({ _id }), parts).length === 0) continue;
    await counters.insertMany([{ _id, accountId, resource, n: {} }]);
    const fences: Record<string, true> = {};
    for (const { instance } of parts) fences[`fenced.${instance}`] = true;
    await counters.updateOne({ _id }, { $set: fences, $max: { sweep: epoch } });
    const fenced = await counters.findOne({ _id });
    if (fenced?.sweep !== epoch) throw new RelayOvertaken();
    const due = dueIn(fenced, parts);
    const first = due[0];
    if (!first) continue;
    const deltas: Deltas = {};
    for (const part of due)
      for (const [key, delta] of Object.entries(part.deltas)) deltas[key] = (deltas[key] ?? 0) + delta;
    const noted = { $ifNull: ['$swept', []] };
    const isFirstOfEpoch = { $and: [{ $eq: ['$sweep', epoch] }, { $not: [{ $in: [first.eventId, noted] }] }] };
    const events = due.map((part) => part.eventId);
    const after = await counters.findOneAndUpdate({ _id }, [
      {
        $set: {
          ...addWhen(isFirstOfEpoch, deltas),
          swept: { $cond: [isFirstOfEpoch, { $concatArrays: [noted, events] }, noted] },
          sweptAt: now,
        },
      },
    ]);
    if (!after?.swept?.includes(first.eventId)) throw new RelayOvertaken();
    moved += due.length;
  }
  return moved;
};

/** Removes recorded events whose documents are cleared. */
export const forgetRelayed = async (
  counters: DocumentCollection<CounterDocument>,
  resource: string,
  leftEntries: readonly LeftEntry[],
): Promise<void> => {
  for (const { _id, parts } of groupByCounter(resource, leftEntries))
    await counters.updateOne({ _id }, { $pull: { swept: { $in: parts.map((part) => part.eventId) } } });
};
