import type { DocumentCollection } from '../contract/document-collection';
import { date, either, number, optional, text, word, type Columns, type Stored } from '../schema/columns';
import { defineDocument } from '../schema/document-schema';
import type { MigratedBatch } from './migration';

const migrationColumns = {
  _id: text,
  state: word('waiting', 'running', 'done'),
  /** Batches that are done. Guards every change of the line: of two processes one goes on. */
  batches: number,
  changed: number,
  /** Where the next batch begins. */
  next: optional(either(text, number)),
  begunAt: optional(date),
  doneAt: optional(date),
} satisfies Columns;

/** A line of the ledger; the `_id` is the migration's name. */
export type MigrationDocument = Stored<typeof migrationColumns>;
export const migrationSchema = defineDocument(migrationColumns);

/** What is known of a service's migrations, in its own database. */
export interface MigrationLedger {
  /** The lines of these migrations, in their order, each made where there was none. */
  open(names: readonly string[]): Promise<MigrationDocument[]>;
  /** Names of those that are not done, in their order; writes nothing. */
  pending(names: readonly string[]): Promise<string[]>;
  /** Notes a batch. The line after it; undefined when another process has noted one meanwhile. */
  note(line: MigrationDocument, batch: MigratedBatch, now: Date): Promise<MigrationDocument | undefined>;
}

/** Keeps the ledger in a collection of the service. */
export const createMigrationLedger = (collection: DocumentCollection<MigrationDocument>): MigrationLedger => {
  const read = async (names: readonly string[]): Promise<Map<string, MigrationDocument>> =>
    new Map(
      (await collection.find({ _id: { $in: [...names] } }, { limit: names.length })).map((line) => [line._id, line]),
    );
  return {
    open: async (names) => {
      const known = await read(names);
      const fresh = names
        .filter((name) => !known.has(name))
        .map((_id): MigrationDocument => ({ _id, state: 'waiting', batches: 0, changed: 0 }));
      await collection.insertMany(fresh);
      const lines = await read(names);
      return names.map((name) => lines.get(name)!);
    },
    pending: async (names) => {
      if (names.length === 0) return [];
      const known = await read(names);
      return names.filter((name) => known.get(name)?.state !== 'done');
    },
    note: async ({ _id, batches, changed, begunAt = undefined }, batch, now) => {
      const done = batch.next === undefined;
      const $set = {
        state: done ? 'done' : 'running',
        batches: batches + 1,
        changed: changed + batch.changed,
        begunAt: begunAt ?? now,
        ...(done ? { doneAt: now } : { next: batch.next }),
      };
      return (
        (await collection.findOneAndUpdate({ _id, batches }, { $set, ...(done && { $unset: { next: 1 } }) })) ??
        undefined
      );
    },
  };
};
