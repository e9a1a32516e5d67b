import type { DocumentCollection } from '@porchlight/store';

const ATTEMPTS = 5;

/** Keeps a copy of what another service owns: updates what is older, inserts what is absent; replicas may do the same at once. */
export const keepNewest = async <T extends { _id: string; version: number }>(
  collection: DocumentCollection<T>,
  copy: T,
): Promise<void> => {
  const { _id, ...fields } = copy;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (await collection.updateOne({ _id, version: { $lt: copy.version } }, { $set: fields })) return;
    const known = await collection.findOne({ _id });
    if (known && known.version >= copy.version) return;
    const refused = await collection.insertMany([copy]);
    if (refused.length === 0) return;
  }
  throw new Error(`The copy ${_id} could not be kept in ${ATTEMPTS} attempts.`);
};

/** Of several copies of one thing the newest. */
export const newestOf = <T extends { _id: string; version: number }>(copies: readonly T[]): T[] => {
  const newest = new Map<string, T>();
  for (const copy of copies) {
    const known = newest.get(copy._id);
    if (!known || known.version < copy.version) newest.set(copy._id, copy);
  }
  return [...newest.values()];
};
