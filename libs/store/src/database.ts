import type { DocumentCollection } from './contract/document-collection';
import type { DocumentSchema } from './schema/document-schema';

/** A source of collections: memory or MongoDB. */
export interface Database {
  /** Opens a collection. The schema that is given first counts. */
  collection<T extends { _id: string | number }>(name: string, schema?: DocumentSchema<T>): DocumentCollection<T>;
  /** True if a query costs as much as all documents that match, with any limit. */
  readonly ignoresLimit?: boolean;
  ready(): Promise<boolean>;
  /** Creates the indexes of all schemas that are missing; may take hours. */
  createIndexes(): Promise<void>;
  /** Names of the indexes that `createIndexes` would create. */
  missingIndexes(): Promise<readonly string[]>;
  /** Of this process's pool. */
  connectionsInUse?(): number;
  close(): Promise<void>;
}
