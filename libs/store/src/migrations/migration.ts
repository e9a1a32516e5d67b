import type { Logger } from '@porchlight/runtime';
import type { DocumentCollection } from '../contract/document-collection';
import { inAllAccounts } from '../routing/statement-accounts';

/** The collections of the service's own database, and a signal that ends the migration. */
export interface MigrationContext {
  collection<T extends { _id: string | number }>(name: string): DocumentCollection<T>;
  readonly signal: AbortSignal;
  /** For what an operator should look at, such as people who no longer share a phone. */
  readonly logger: Pick<Logger, 'warn'>;
}

/** Result of one batch. */
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
  /** `from` is the `next` of the batch before; undefined at the start. */
  batch(context: MigrationContext, from: string | number | undefined): Promise<MigratedBatch>;
}

const SIZE = 500;

/** Creates a migration that walks over a collection in the order of its keys. */
export const migrateDocuments = <T extends { _id: string | number }>({
  name,
  collection,
  change,
  size = SIZE,
}: {
  readonly name: string;
  readonly collection: string;
  /** Changes those of the documents that have the old layout; returns how many. */
  change(documents: readonly T[], collection: DocumentCollection<T>, context: MigrationContext): Promise<number>;
  /** Documents of one read. */
  readonly size?: number;
}): Migration => ({
  name,
  batch: async (context, from) => {
    const documents = context.collection<T>(collection);
    const page = await documents.find(inAllAccounts(from === undefined ? {} : { _id: { $gt: from } }), {
      sort: { _id: 1 },
      limit: size,
    });
    const changed = page.length > 0 ? await change(page, documents, context) : 0;
    return { changed, ...(page.length === size && { next: page.at(-1)!._id }) };
  },
});
