import type { DocumentCollection } from './types';

/** Where collections come from: memory or MongoDB. */
export interface Database {
  collection<T extends { _id: string | number }>(name: string): DocumentCollection<T>;
  ready(): Promise<boolean>;
  close(): Promise<void>;
}
