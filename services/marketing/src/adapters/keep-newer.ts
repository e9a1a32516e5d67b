import type { DocumentCollection } from '@porchlight/store';

const ATTEMPTS = 5;

/** How copies of other services' records are replaced. */
export interface CopyRule<T extends { _id: number }, V extends keyof T & string> {
  /** Field that grows with the original; an older copy never replaces a newer one. What was kept without it gives way. */
  readonly version: V;
  /** Fields of the known copy that `adapt` needs. */
  readonly needs?: readonly (keyof T & string)[];
  /** Also replaces what is as new as the copy: a rebuild mends. */
  readonly again?: boolean;
  /** Last word on what replaces a known copy. */
  readonly adapt?: (copy: T, known: T) => T;
}

/** The index that guarded replacements look up by: every server needs all fields of a filter in one. */
export const copyIndex = (version: string) => ({ keys: { _id: 1, [version]: 1 } as Record<string, 1 | -1>, global: true });

/**
 * Keeps copies: inserts the absent, replaces the older, leaves the newer. Another replica may do the same at the same time,
 * and the same news may come twice. Throws when others get in between too often; the batch then comes again.
 */
export const keepNewer = async <T extends { _id: number }, V extends keyof T & string>(
  collection: DocumentCollection<T>,
  copies: readonly T[],
  { version, needs = [], again = false, adapt = (copy) => copy }: CopyRule<T, V>,
): Promise<void> => {
  /** Versions below this give way. */
  const limitOf = (copy: T): number => Number(copy[version]) + (again ? 1 : 0);
  const newest = new Map<number, T>();
  for (const copy of copies) {
    const known = newest.get(copy._id);
    if (!known || known[version] <= copy[version]) newest.set(copy._id, copy);
  }
  const projection = Object.fromEntries(['_id', version, ...needs].map((name) => [name, 1 as const]));
  let left = [...newest.values()];
  for (let attempt = 0; left.length > 0; attempt++) {
    if (attempt === ATTEMPTS) throw new Error(`Copies could not be kept in ${ATTEMPTS} attempts.`);
    const ids = left.map(({ _id }) => _id);
    const found = await collection.find({ _id: { $in: ids } }, { limit: ids.length, projection });
    const known = new Map(found.map((copy) => [copy._id, copy]));
    const absent = left.filter(({ _id }) => !known.has(_id));
    const older = left.filter((copy) => {
      const before = known.get(copy._id);
      return before !== undefined && Number(before[version] ?? -Infinity) < limitOf(copy);
    });
    await collection.bulkUpdate(
      older.map((copy) => {
        const before = known.get(copy._id) as T;
        const { _id, ...fields } = adapt(copy, before);
        return { filter: { _id, [version]: before[version] === undefined ? null : { $lt: limitOf(copy) } }, update: { $set: fields } };
      }),
    );
    const refused = new Set(await collection.insertMany(absent));
    left = absent.filter(({ _id }) => refused.has(_id));
  }
};
