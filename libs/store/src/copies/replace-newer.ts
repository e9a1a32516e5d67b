import { MAX_REPLACED, replaceEach } from '../batching/replace-each';
import type { DocumentCollection } from '../contract/document-collection';

const ATTEMPTS = 5;

export interface ReplaceNewerOptions<T> {
  /**
   * Field that grows with each change of the original. An older document never replaces a newer one; a document
   * without the field is replaced.
   */
  readonly version?: keyof T & string;
  /** Also replaces documents of the same version: for rebuilds. */
  readonly again?: boolean;
  /** Fields that this service adds to the copy. A replacement would remove them: `compute` returns them each time. */
  readonly own?: {
    /** Fields of the former document that `compute` reads. */
    readonly reads: readonly (keyof T & string)[];
    compute(before: T | undefined, after: T): Partial<T>;
  };
}

/**
 * Stores copies of records of other services: inserts missing ones, replaces older ones by the whole new document,
 * skips newer ones (D13.3). Safe with concurrent replicas and repeats. Throws after too many conflicts; the batch is
 * then repeated.
 */
export const replaceNewer = async <T extends { _id: string | number }>(
  collection: DocumentCollection<T>,
  documents: readonly T[],
  { version = 'version' as keyof T & string, again = false, own }: ReplaceNewerOptions<T> = {},
): Promise<void> => {
  const readVersion = (document: T): number => Number(document[version] ?? -1);
  const complete = (document: T, before: T | undefined): T => ({ ...document, ...own?.compute(before, document) });

  /** Returns the documents whose `_id` exists. */
  const insert = async (absent: readonly T[]): Promise<T[]> => {
    if (absent.length === 0) return [];
    const refused = new Set(await collection.insertMany(absent.map((document) => complete(document, undefined))));
    return absent.filter(({ _id }) => refused.has(_id));
  };
  /** Returns the documents that may not have been replaced, because others wrote at the same time. */
  const replace = async (older: readonly T[], stored: ReadonlyMap<T['_id'], T>): Promise<T[]> => {
    const doubtful: T[] = [];
    for (let from = 0; from < older.length; from += MAX_REPLACED) {
      const some = older.slice(from, from + MAX_REPLACED);
      const replacements = some.map((document) => {
        const before = stored.get(document._id) as T;
        const when = { $eq: [{ $ifNull: [`$${version}`, -1] }, readVersion(before)] };
        return { _id: document._id, when, document: complete(document, before) };
      });
      const _id = { $in: some.map((document) => document._id) };
      const changed = await collection.updateMany({ _id }, replaceEach(replacements));
      if (changed < some.length) doubtful.push(...some);
    }
    return doubtful;
  };

  const fields = ['_id', version, ...(own?.reads ?? [])];
  const projection = Object.fromEntries(fields.map((name) => [name, 1 as const]));
  const newest = keepNewest(documents, readVersion);
  // Most changes concern new records.
  let waiting = [
    ...newest.filter((document) => readVersion(document) !== 1),
    ...(await insert(newest.filter((document) => readVersion(document) === 1))),
  ];
  for (let attempt = 0; waiting.length > 0; attempt += 1) {
    if (attempt === ATTEMPTS) throw new Error(`Copies could not be stored in ${ATTEMPTS} attempts.`);
    const ids = waiting.map(({ _id }) => _id);
    const storedCopies = await collection.find({ _id: { $in: ids } }, { limit: ids.length, projection });
    const stored = new Map(storedCopies.map((document) => [document._id, document]));
    // After a repeat, a document of the same version is this one, or equal to it.
    const sameToo = again && attempt === 0;
    const older = waiting.filter((document) => {
      const before = stored.get(document._id);
      if (before === undefined) return false;
      return sameToo ? readVersion(before) <= readVersion(document) : readVersion(before) < readVersion(document);
    });
    const absent = waiting.filter(({ _id }) => !stored.has(_id));
    waiting = [...(await replace(older, stored)), ...(await insert(absent))];
  }
};

/** The newest document of each `_id`; of equal versions the last one. */
const keepNewest = <T extends { _id: string | number }>(
  documents: readonly T[],
  readVersion: (document: T) => number,
): T[] => {
  const newest = new Map<T['_id'], T>();
  for (const document of documents) {
    const other = newest.get(document._id);
    if (!other || readVersion(other) <= readVersion(document)) newest.set(document._id, document);
  }
  return [...newest.values()];
};
