import mongoose from 'mongoose';
import { captureLogger } from '@porchlight/testkit';
import type { Index } from '../contract/document-collection';
import { buildSchema } from '../schema/document-schema';
import { StorageUnavailable } from '../storage-unavailable';
import { createMissingIndexes, listMissingIndexes } from './index-builder';

/** A model whose server has some indexes and records which ones it is asked to create. */
const modelWith = (known: object[], indexes: readonly Index[], createIndex?: () => Promise<string>) => {
  const model = new mongoose.Mongoose().model<unknown>('things', buildSchema({ columns: {}, indexes }), 'things');
  const created: string[] = [];
  const listIndexes = jest.spyOn(model, 'listIndexes').mockImplementation(async () => known as never);
  jest.spyOn(model.collection, 'createIndex').mockImplementation(async (keys) => {
    created.push(Object.keys(keys).join());
    return (await createIndex?.()) ?? '';
  });
  return { model, created, listIndexes };
};

const KNOWN = [
  { key: { _id: 1 }, name: '_id_' },
  { key: { accountId: 1, name: 1 }, name: 'a', unique: true },
  { key: { pendingSince: 1 }, name: 'b', sparse: true },
  { key: { accountId: 1, due: 1 }, name: 'c', partialFilterExpression: { due: { $exists: true } } },
  { key: { at: 1 }, name: 'd', expireAfterSeconds: 60 },
  { key: { previousRelease: 1 }, name: 'e' },
];

it('given all declared indexes, then a start reads them once and creates none', async () => {
  const { model, created, listIndexes } = modelWith(KNOWN, [
    { keys: { name: 1 }, unique: true },
    { keys: { pendingSince: 1 }, sparse: true, global: true },
    { keys: { due: 1 }, partial: { due: { $exists: true } } },
    { keys: { at: 1 }, global: true, expireAfterSeconds: 60 },
  ]);
  await createMissingIndexes(model);
  expect(created).toEqual([]);
  expect(listIndexes).toHaveBeenCalledTimes(1);
});

it('given missing indexes and others with different options, then those are created and reported as missing', async () => {
  const { model, created } = modelWith(KNOWN, [
    { keys: { name: 1 } },
    { keys: { pendingSince: 1 }, global: true },
    { keys: { due: 1 } },
    { keys: { at: 1 }, global: true, expireAfterSeconds: 61 },
    { keys: { new: 1 } },
  ]);
  await createMissingIndexes(model);
  expect(created).toEqual(['accountId,name', 'pendingSince', 'accountId,due', 'at', 'accountId,new']);
  expect(await listMissingIndexes(model)).toEqual([
    'things.accountId_1_name_1',
    'things.pendingSince_1',
    'things.accountId_1_due_1',
    'things.at_1',
    'things.accountId_1_new_1',
  ]);
});

it('given a build that outlives a call, then the log states its start, its progress and its end', async () => {
  const { logger, lines } = captureLogger();
  let calls = 0;
  const { model } = modelWith([], [{ keys: { name: 1 } }], async () => {
    if ((calls += 1) < 3) throw new StorageUnavailable(true);
    return '';
  });
  await createMissingIndexes(model, logger);
  const events = ['index.build_started', 'index.building', 'index.building', 'index.built'];
  expect(lines.map(({ event }) => event)).toEqual(events);
  for (const line of lines)
    expect(line).toMatchObject({ collection: 'things', index: 'accountId_1_name_1', elapsedMs: expect.any(Number) });
});
