import type { DocumentCollection } from './types';

/** Where collections come from: memory or MongoDB. */
export interface Database {
  collection<T extends { _id: string | number }>(name: string): DocumentCollection<T>;
  ready(): Promise<boolean>;
  /** Indexes that were asked for and are not there, where none are made; looked up anew. */
  missingIndexes?(): Promise<readonly string[]>;
  /** Of this process's pool. */
  connectionsInUse?(): number;
  close(): Promise<void>;
}
