import { MAX_REPLACED, replaceEach } from '../batching/replace-each';
import type { DocumentCollection } from '../contract/document-collection';

const ATTEMPTS = 5;

/**
 * Stores copies of records of other services: inserts missing ones, replaces older ones, skips newer ones. Safe with
 * concurrent replicas and repeats. Throws after too many conflicts; the batch is then repeated.
 */
export const storeNewer = async <T extends { _id: string | number }>(
  collection: DocumentCollection<T>,
  copies: readonly T[],
  {
    version = 'version' as keyof T & string,
    needs = [],
    again = false,
    adapt = (copy) => copy,
  }: {
    /**
     * Field that grows with each change of the original. An older copy never replaces a newer one; a copy without the
     * field is replaced.
     */
    readonly version?: keyof T & string;
    /** Fields of the known copy that `adapt` needs. */
    readonly needs?: readonly (keyof T & string)[];
    /** Also replaces copies of the same version: for rebuilds. */
    readonly again?: boolean;
    /** Changes the copy that replaces a known one. */
    readonly adapt?: (copy: T, known: T) => T;
  } = {},
): Promise<void> => {
  const readVersion = (copy: T): number => Number(copy[version] ?? -1);
  /** Copies of lower versions are replaced. */
  const computeVersionLimit = (copy: T): number => readVersion(copy) + (again ? 1 : 0);
  const newest = new Map<T['_id'], T>();
  for (const copy of copies) {
    const known = newest.get(copy._id);
    if (!known || readVersion(known) <= readVersion(copy)) newest.set(copy._id, copy);
  }

  /** Existing copies. */
  const insert = async (absent: readonly T[]): Promise<T[]> => {
    const refused = new Set(await collection.insertMany(absent));
    return absent.filter(({ _id }) => refused.has(_id));
  };
  const replace = async (older: readonly T[], known: ReadonlyMap<T['_id'], T>): Promise<void> => {
    for (let from = 0; from < older.length; from += MAX_REPLACED) {
      const some = older.slice(from, from + MAX_REPLACED);
      const replacements = some.map((copy) => {
        const { _id, ...set } = adapt(copy, known.get(copy._id) as T);
        return { _id, when: { $lt: [{ $ifNull: [`$${version}`, -1] }, computeVersionLimit(copy)] }, set };
      });
      await collection.updateMany({ _id: { $in: some.map(({ _id }) => _id) } }, replaceEach(replacements));
    }
  };

  const projection = Object.fromEntries(['_id', version, ...needs].map((name) => [name, 1 as const]));
  const all = [...newest.values()];
  // Most changes concern new records.
  let left = [
    ...all.filter((copy) => readVersion(copy) !== 1),
    ...(await insert(all.filter((copy) => readVersion(copy) === 1))),
  ];
  for (let attempt = 0; left.length > 0; attempt += 1) {
    if (attempt === ATTEMPTS) throw new Error(`Copies could not be stored in ${ATTEMPTS} attempts.`);
    const ids = left.map(({ _id }) => _id);
    const found = await collection.find({ _id: { $in: ids } }, { limit: ids.length, projection });
    const known = new Map(found.map((copy) => [copy._id, copy]));
    await replace(
      left.filter((copy) => known.has(copy._id) && readVersion(known.get(copy._id) as T) < computeVersionLimit(copy)),
      known,
    );
    left = await insert(left.filter(({ _id }) => !known.has(_id)));
  }
};
