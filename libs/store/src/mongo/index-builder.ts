import { sleep, startStopwatch } from '@porchlight/runtime';
import type mongoose from 'mongoose';
import type { StoreOptions } from '../contract/store';
import { StorageUnavailable } from '../storage-unavailable';
import { guarded } from './mongo-faults';

type Keys = Record<string, mongoose.mongo.IndexDirection>;
type Options = mongoose.mongo.CreateIndexesOptions;
type Model = mongoose.Model<unknown>;

/** IndexOptionsConflict and IndexKeySpecsConflict. */
const DECLARED_OTHERWISE: ReadonlySet<unknown> = new Set([85, 86]);
/** Each takes up to the socket's deadline of 10 s: a day. */
const MAX_ATTEMPTS = 8_640;
const MAX_REFUSALS = 20;
const PAUSE_MS = 500;

const isDeclaredOtherwise = (error: unknown): boolean => DECLARED_OTHERWISE.has((error as { code?: unknown }).code);

/** The name that the driver gives an index. */
const formatIndexName = (keys: Keys): string =>
  Object.entries(keys)
    .map(([field, direction]) => `${field}_${String(direction)}`)
    .join('_');

const listMissing = async (model: Model): Promise<Array<[Keys, Options]>> =>
  (await guarded(() => model.diffIndexes({ indexOptionsToCreate: true }))).toCreate;

/** Names of the indexes of a model's schema that its collection does not have. */
export const listMissingIndexes = async (model: Model): Promise<string[]> =>
  (await listMissing(model)).map(([keys]) => `${model.collection.collectionName}.${formatIndexName(keys)}`);

/**
 * Creates the indexes that `listMissingIndexes` lists, one after another. Indexes that the schema does not declare
 * stay: processes of the previous release use them.
 */
export const createMissingIndexes = async (model: Model, logger?: StoreOptions['logger']): Promise<void> => {
  for (const [keys, options] of await listMissing(model)) await buildIndex(model, keys, options, logger);
};

/**
 * A build on a large collection outlives the deadline of one call; a repeated call waits for it or finds it complete.
 * Throws after a day, or when the server responds with an error several times.
 */
const buildIndex = async (
  model: Model,
  keys: Keys,
  options: Options,
  logger: StoreOptions['logger'] | undefined,
): Promise<void> => {
  const elapsedMs = startStopwatch();
  const about = { collection: model.collection.collectionName, index: formatIndexName(keys) };
  const log = (event: string, text: string): void =>
    logger?.info({ event, ...about, elapsedMs: Math.round(elapsedMs()) }, text);
  let refusals = 0;
  log('index.build_started', 'building an index');
  for (let attempt = 1; ; attempt += 1)
    try {
      await guarded(() => createOrReplace(model.collection, keys, options));
      log('index.built', 'an index was built');
      return;
    } catch (error) {
      // About every 10 s, because each attempt ends with the deadline of the connection.
      log('index.building', 'an index is not built yet');
      if (!(error instanceof StorageUnavailable) || !error.sent || attempt === MAX_ATTEMPTS) throw error;
      if (error.answered && (refusals += 1) === MAX_REFUSALS) throw error;
      await sleep(PAUSE_MS);
    }
};

/**
 * An index that was declared with other options is replaced: the new one is built under another name, then the old one
 * is dropped, so that queries always have one. A server that refuses two indexes on the same keys gets the old one
 * dropped first.
 */
const createOrReplace = async (native: Model['collection'], keys: Keys, options: Options): Promise<void> => {
  try {
    await native.createIndex(keys, options);
    return;
  } catch (error) {
    if (!isDeclaredOtherwise(error)) throw error;
  }
  const existing = (await native.indexes()) as Array<{ name: string; key: Keys }>;
  const old = existing.filter(({ key }) => formatIndexName(key) === formatIndexName(keys)).map(({ name }) => name);
  const name = [formatIndexName(keys), `${formatIndexName(keys)}_new`].find((free) => !old.includes(free));
  const dropOld = async (): Promise<void> => {
    for (const one of old) await native.dropIndex(one);
  };
  try {
    await native.createIndex(keys, { ...options, ...(name !== undefined && { name }) });
  } catch (error) {
    if (!isDeclaredOtherwise(error)) throw error;
    await dropOld();
    await native.createIndex(keys, options);
    return;
  }
  await dropOld();
};
