import type { DocumentCollection } from '../contract/document-collection';
import { inAllAccounts } from '../routing/statement-accounts';

/** What a migration works with: the collections of its service's own database, and an end to heed. */
export interface MigrationContext {
  collection<T extends { _id: string | number }>(name: string): DocumentCollection<T>;
  readonly signal: AbortSignal;
}

/** What one batch did. */
export interface MigratedBatch {
  /** Where the next batch begins; absent when this was the last. */
  readonly next?: string | number;
  /** Documents changed, for the ledger. */
  readonly changed: number;
}

/**
 * One step from an old document layout of a service to a new one, while processes of both versions run
 * (docs/operations.md). It runs once. A batch whose process ends before the batch is recorded is repeated, so a batch
 * changes only documents of the old layout.
 */
export interface Migration {
  /** Unique in its service and never changed; migrations run in the order in which they are declared. */
  readonly name: string;
  /** `from` is what the batch before gave as `next`; undefined at the begin. */
  batch(context: MigrationContext, from: string | number | undefined): Promise<MigratedBatch>;
}

/** A migration that walks over a collection in the order of its keys. */
export interface DocumentMigration<T extends { _id: string | number }> {
  readonly name: string;
  readonly collection: string;
  /** Changes those of the documents that have the old layout; answers how many. */
  change(documents: readonly T[], collection: DocumentCollection<T>): Promise<number>;
  /** Documents of one read; default 500. */
  readonly size?: number;
}

const SIZE = 500;

/** Makes a migration of `change`, batch by batch over all documents that are there when it comes by. */
export const migrateDocuments = <T extends { _id: string | number }>({
  name,
  collection,
  change,
  size = SIZE,
}: DocumentMigration<T>): Migration => ({
  name,
  batch: async (context, from) => {
    const documents = context.collection<T>(collection);
    const found = await documents.find(inAllAccounts(from === undefined ? {} : { _id: { $gt: from } }), {
      sort: { _id: 1 },
      limit: size,
    });
    const changed = found.length > 0 ? await change(found, documents) : 0;
    return { changed, ...(found.length === size && { next: found.at(-1)!._id }) };
  },
});
