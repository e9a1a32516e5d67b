import type { Database } from '../../src/database';
import { StorageUnavailable } from '../../src/storage-unavailable';
import type { DocumentCollection } from '../../src/contract/document-collection';

/**
 * The outcome of one operation. `lost`: executed, the response is lost; `away`: not executed, and the caller cannot
 * know; `dead`: the process ends before it; `dying`: executed, then the process ends. No later operation is executed.
 */
export type Fate = 'fine' | 'lost' | 'away' | 'dead' | 'dying';

export interface Operation {
  readonly collection: string;
  readonly name: string;
  /** 1, 2, 3 … over the whole database. */
  readonly nth: number;
}

/**
 * All operations of a process that has ended fail with this error. They settle, because their deadlines would hold the
 * test process.
 */
export class ProcessEnded extends Error {
  constructor() {
    super('the simulated process has ended');
  }
}

/** A database whose operations meet the fate that the test chooses for each, until the process ends. */
export const createFaultyDatabase = (database: Database, chooseFate: (operation: Operation) => Fate): Database => {
  let nth = 0;
  let hasEnded = false;
  const wrap = <T extends { _id: string | number }>(
    collection: DocumentCollection<T>,
    name: string,
  ): DocumentCollection<T> =>
    new Proxy(collection, {
      get: (target, property) => {
        const method = Reflect.get(target, property) as unknown;
        if (typeof method !== 'function') return method;
        return async (...given: unknown[]): Promise<unknown> => {
          const operation = { collection: name, name: String(property), nth: (nth += 1) };
          const fate = hasEnded ? 'dead' : chooseFate(operation);
          if (fate === 'dead' || fate === 'dying') hasEnded = true;
          if (fate === 'dead') throw new ProcessEnded();
          if (fate === 'away') throw new StorageUnavailable(true);
          const result: unknown = await (method as (...a: unknown[]) => Promise<unknown>).apply(target, given);
          if (fate === 'lost') throw new StorageUnavailable(true);
          if (hasEnded) throw new ProcessEnded();
          return result;
        };
      },
    });
  return { ...database, collection: (name, schema) => wrap(database.collection(name, schema), name) };
};
