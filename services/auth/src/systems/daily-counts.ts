import { DAY_MS } from '@porchlight/runtime';
import { column, defineDocument, type DocumentCollection, type DocumentOf } from '@porchlight/store';
import { EXPIRING, GUARDED } from '../document-options';

/** Counts by name of one day; `_id` is account, day and subject. */
export const dailyCountsSchema = defineDocument(
  {
    _id: column.text,
    /** Version for guarded updates. */
    v: column.number,
    entries: column.listOf(column.nested({ name: column.text, count: column.number, lastSeen: column.date })),
    /** The database deletes the document then. */
    expires: column.date,
  },
  [GUARDED, EXPIRING],
);
export type DailyCountsDocument = DocumentOf<typeof dailyCountsSchema>;

export interface NamedCount {
  readonly name: string;
  readonly count: number;
}

/** Sum over the stored days. */
interface SeenCount extends NamedCount {
  readonly lastSeen: Date;
}

const RETENTION_DAYS = 30;
/** Guarded writes per document; a write that loses against other gateways more often is dropped. */
const MAX_ATTEMPTS = 8;

/** Stores counts with one guarded write per account, subject and day. */
export const createDailyCounts = (collection: DocumentCollection<DailyCountsDocument>, clock: { now(): number }) => {
  const documentId = (accountId: number, subject: string, at: number): string =>
    `${accountId}:${new Date(at).toISOString().slice(0, 10)}:${subject}`;

  const merge = (entries: DailyCountsDocument['entries'], counts: readonly NamedCount[], maxNames: number) => {
    const merged = new Map(entries.map((entry) => [entry.name, entry]));
    for (const { name, count } of counts) {
      const before = merged.get(name);
      if (before || merged.size < maxNames)
        merged.set(name, { name, count: (before?.count ?? 0) + count, lastSeen: new Date(clock.now()) });
    }
    return [...merged.values()];
  };

  return {
    /** Adds to the counts of today. New names beyond `maxNames` per day are dropped. */
    async add(accountId: number, subject: string, counts: readonly NamedCount[], maxNames: number) {
      const _id = documentId(accountId, subject, clock.now());
      const expires = new Date(clock.now() + (RETENTION_DAYS + 1) * DAY_MS);
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        const stored = await collection.findOne({ _id });
        const entries = merge(stored?.entries ?? [], counts, maxNames);
        if (stored) {
          if (await collection.updateOne({ _id, v: stored.v }, { $set: { entries, v: stored.v + 1 } })) return;
        } else if ((await collection.insertMany([{ _id, v: 1, entries, expires }])).length === 0) return;
      }
    },
    /** Sums of the last 30 days, highest count first. */
    async read(accountId: number, subject: string) {
      const days = Array.from({ length: RETENTION_DAYS }, (_, day) =>
        documentId(accountId, subject, clock.now() - day * DAY_MS),
      );
      const dailyCounts = await collection.find({ _id: { $in: days } }, { limit: RETENTION_DAYS });
      const sums = new Map<string, SeenCount>();
      for (const { name, count, lastSeen } of dailyCounts.flatMap(({ entries }) => entries)) {
        const before = sums.get(name);
        const latest = before && before.lastSeen > lastSeen ? before.lastSeen : lastSeen;
        sums.set(name, { name, count: count + (before?.count ?? 0), lastSeen: latest });
      }
      return [...sums.values()].sort((a, b) => b.count - a.count || a.name.localeCompare(b.name));
    },
  };
};

/** Counts of names per account, subject and day, stored for 30 days. */
export type DailyCounts = ReturnType<typeof createDailyCounts>;
