import type { DocumentCollection } from './contract/document-collection';

/** A source of collections: memory or MongoDB. */
export interface Database {
  collection<T extends { _id: string | number }>(name: string): DocumentCollection<T>;
  ready(): Promise<boolean>;
  /** Missing indexes in a process that creates none; reads them from the server. */
  missingIndexes?(): Promise<readonly string[]>;
  /** Of this process's pool. */
  connectionsInUse?(): number;
  close(): Promise<void>;
}
