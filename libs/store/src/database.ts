import type { DocumentCollection } from './contract/document-collection';
import type { DocumentSchema } from './schema/document-schema';

/** A source of collections: memory or MongoDB. */
export interface Database {
  /** Opens a collection. The schema that is given first counts. */
  collection<T extends { _id: string | number }>(name: string, schema?: DocumentSchema): DocumentCollection<T>;
  ready(): Promise<boolean>;
  /** Missing indexes in a process that creates none; reads them from the server. */
  missingIndexes?(): Promise<readonly string[]>;
  /** Of this process's pool. */
  connectionsInUse?(): number;
  close(): Promise<void>;
}
