import { randomInt } from 'node:crypto';
import type { Document } from '../../src/contract/document';
import type { DocumentCollection } from '../../src/contract/document-collection';
import { replaceEach } from '../../src/batching/replace-each';
import { anything, number, optional } from '../../src/schema/columns';
import type { Harness } from './test-store';

interface Sample extends Partial<Omit<Document, '_id'>> {
  _id: number;
  name?: string | null | undefined;
  n?: number;
  tags?: string[];
  inner?: Record<string, number>;
  list?: Array<{ key: string; value?: number }>;
  at?: Date;
  data?: Uint8Array;
}

/** The common behavior of all implementations of DocumentCollection. */
export const collectionConformance = (openHarness: () => Promise<Harness>): void => {
  let collection: DocumentCollection<Sample>;
  let base = 0;
  const at = (n: number): number => base + n;

  beforeAll(async () => {
    const database = await (await openHarness()).open();
    collection = database.collection<Sample>('samples', {
      columns: { _id: number },
      others: optional(anything()),
      indexes: [
        { keys: { id: 1 } },
        { keys: { name: 1, id: 1 } },
        { keys: { tags: 1, id: 1 } },
        { keys: { n: 1 }, unique: true, partial: { n: { $exists: true } } },
      ],
    });
    await database.createIndexes();
  });
  beforeEach(() => {
    base = randomInt(1, 2_000_000) * 2 ** 32;
  });
  const account = (): number => base / 2 ** 32;
  const doc = (n: number, fields: Partial<Sample> = {}): Sample => ({
    _id: at(n),
    accountId: account(),
    id: n,
    ...fields,
  });

  test('when a document is inserted, then a read returns it without undefined fields', async () => {
    const sample = doc(1, {
      name: undefined,
      at: new Date(5),
      data: Buffer.from([0, 255]),
      list: [{ key: 'a' }],
      tags: [],
    });
    await collection.insertOne(sample);
    const found = (await collection.findOne({ _id: at(1) })) as Sample;
    expect({ ...found, data: undefined }).toEqual({ ...sample, data: undefined });
    expect('name' in found).toBe(false);
    expect(Buffer.from(found.data as Uint8Array).equals(Buffer.from([0, 255]))).toBe(true);
  });

  test('given a key that exists, when it is inserted again, then UniqueConflict names the index', async () => {
    await collection.insertOne(doc(1, { n: 1 }));
    await expect(collection.insertOne(doc(1))).rejects.toMatchObject({ name: 'UniqueConflict', keys: ['_id'] });
    await expect(collection.insertOne(doc(2, { n: 1 }))).rejects.toMatchObject({
      name: 'UniqueConflict',
      keys: ['accountId', 'n'],
    });
    await expect(collection.updateOne({ _id: at(1) }, { $set: { n: 1 } })).resolves.toBe(true);
    await collection.insertOne(doc(2));
    await expect(collection.updateOne({ _id: at(2) }, { $set: { n: 1 } })).rejects.toMatchObject({
      name: 'UniqueConflict',
    });
    expect(await collection.findOne({ _id: at(2) })).toEqual(doc(2));
  });

  test('when a batch with duplicates is inserted, then their ids are returned and the others are stored', async () => {
    await collection.insertOne(doc(1, { n: 7 }));
    expect(await collection.insertMany([doc(1), doc(2, { n: 7 }), doc(3)])).toEqual([at(1), at(2)]);
    expect(await collection.findOne({ _id: at(3) })).toEqual(doc(3));
    expect(await collection.insertMany([])).toEqual([]);
  });

  test('when documents are queried, then equality, lists, ranges, absence and arrays match', async () => {
    await collection.insertMany([
      doc(1, { name: 'a', tags: ['x', 'y'] }),
      doc(2, { name: 'b', tags: ['y'] }),
      doc(3, { name: null, tags: [] }),
      doc(4),
    ]);
    const ids = async (filter: Record<string, unknown>): Promise<unknown[]> =>
      (await collection.find({ accountId: account(), ...filter }, { sort: { id: 1 }, limit: 10 })).map(({ id }) => id);
    expect(await ids({ name: 'a' })).toEqual([1]);
    expect(await ids({ name: { $in: ['a', 'b'] } })).toEqual([1, 2]);
    expect(await ids({ name: null })).toEqual([3, 4]);
    expect(await ids({ name: { $ne: null } })).toEqual([1, 2]);
    expect(await ids({ tags: 'y' })).toEqual([1, 2]);
    expect(await ids({ tags: 'y', id: { $gt: 1, $lte: 9 } })).toEqual([2]);
    expect(await ids({ tags: 'y', name: 'a' })).toEqual([1]);
    expect(await ids({ id: { $gt: 1, $lte: 3 } })).toEqual([2, 3]);
    expect(await ids({ id: { $gt: 1, $lte: 3 }, name: { $in: [false, null] } })).toEqual([3]);
    expect(await ids({ $and: [{ name: 'a' }, { name: { $ne: 'b' } }] })).toEqual([1]);
    expect(await collection.count({ accountId: account(), id: { $gt: 0, $lte: 9 } })).toBe(4);
    expect(await collection.count({ accountId: account(), name: 'a', tags: 'y', id: { $gt: 0, $lte: 9 } })).toBe(1);
    const keyed = await collection.find({ _id: { $in: [at(1), at(4), at(9)] }, name: 'a' }, { limit: 10 });
    expect(keyed.map(({ id }) => id)).toEqual([1]);
  });

  test('when documents are sorted and limited, then null sorts lowest and the limit applies', async () => {
    await collection.insertMany([doc(1, { name: 'b' }), doc(2, { name: 'a' }), doc(3), doc(4, { name: 'a' })]);
    const sorted = await collection.find({ accountId: account() }, { sort: { name: 1, id: 1 }, limit: 3 });
    expect(sorted.map(({ id }) => id)).toEqual([3, 2, 4]);
    const [one] = await collection.find(
      { accountId: account() },
      { sort: { name: -1, id: -1 }, limit: 1, projection: { accountId: 0, name: 0 } },
    );
    expect(one).toEqual({ _id: at(1), id: 1 });
  });

  test('when documents are updated by operators, then only matching ones change, and their number is returned', async () => {
    await collection.insertOne(doc(1, { name: 'a', version: 1, list: [{ key: 'k', value: 1 }] }));
    const guard = { accountId: account(), id: 1, version: 1 };
    const change = {
      $set: { version: 2, name: 'b' },
      $push: { list: { $each: [{ key: 'l' }] } },
      $min: { at: new Date(9) },
      $unset: { tags: '' },
    };
    expect(await collection.updateOne(guard, change)).toBe(true);
    expect(await collection.updateOne(guard, change)).toBe(false);
    expect(await collection.findOne({ _id: at(1) })).toEqual(
      doc(1, { version: 2, name: 'b', at: new Date(9), list: [{ key: 'k', value: 1 }, { key: 'l' }] }),
    );
    expect(
      await collection.updateMany(
        { _id: { $in: [at(1), at(2)] } },
        { $pull: { list: { key: { $in: ['k'] } } }, $max: { version: 9 } },
      ),
    ).toBe(1);
    expect(await collection.findOne({ _id: at(1) })).toMatchObject({ version: 9, list: [{ key: 'l' }] });
    expect(await collection.updateOne({ _id: at(1) }, { $unset: { name: '' }, $addToSet: { tags: 'x' } })).toBe(true);
    expect(await collection.findOne({ _id: at(1) })).toEqual(
      doc(1, { version: 9, at: new Date(9), list: [{ key: 'l' }], tags: ['x'] }),
    );
    const bulk = [1, 2, 3].map((n) => ({ filter: { _id: at(n) }, update: { $set: { name: `n${n}` } } }));
    expect(await collection.bulkUpdate(bulk)).toBe(1);
  });

  test('when a document is updated by a pipeline, then the pipeline reads the document and can remove fields', async () => {
    await collection.insertOne(doc(1, { list: [{ key: 'a' }, { key: 'b' }], at: new Date(1) }));
    const none = { $eq: [{ $size: '$list' }, 0] };
    const without = (keys: string[]): Record<string, unknown>[] => [
      {
        $set: {
          list: {
            $filter: {
              input: { $ifNull: ['$list', []] },
              as: 'entry',
              cond: { $not: [{ $in: ['$$entry.key', keys] }] },
            },
          },
        },
      },
      { $set: { at: { $cond: [none, '$$REMOVE', '$at'] }, list: { $cond: [none, '$$REMOVE', '$list'] } } },
    ];
    await collection.updateMany({ _id: { $in: [at(1)] } }, without(['a']));
    expect(await collection.findOne({ _id: at(1) })).toEqual(doc(1, { list: [{ key: 'b' }], at: new Date(1) }));
    await collection.updateMany({ _id: { $in: [at(1)] } }, without(['b']));
    expect(await collection.findOne({ _id: at(1) })).toEqual(doc(1));
  });

  test('when a pipeline does not change a document, then it does not count as changed', async () => {
    await collection.insertMany([doc(1, { inner: { a: 1 } }), doc(2, { inner: {} })]);
    const stage = {
      $set: { 'inner.a': { $cond: [{ $eq: ['$_id', at(9)] }, 7, { $ifNull: ['$inner.a', '$$REMOVE'] }] } },
    };
    expect(await collection.updateMany({ _id: { $in: [at(1), at(2)] } }, [stage, stage])).toBe(0);
    expect(await collection.find({ _id: { $in: [at(1), at(2)] } }, { limit: 9, sort: { _id: 1 } })).toEqual([
      doc(1, { inner: { a: 1 } }),
      doc(2, { inner: {} }),
    ]);
  });

  test('when several documents are replaced, then the others stay, and the number of replaced ones is returned', async () => {
    await collection.insertMany(
      [1, 2, 3].map((n) => doc(n, { version: 1, name: 'old', at: new Date(n), list: [{ key: 'a' }] })),
    );
    const branch = (n: number, version: number) => ({
      case: { $and: [{ $eq: ['$_id', at(n)] }, { $eq: ['$version', version] }] },
      then: {
        $mergeObjects: [
          '$$ROOT',
          { $literal: { name: '$at', version: version + 1, data: Buffer.from([0, 255]) } },
          { list: { $concatArrays: ['$list', { $literal: [{ key: '$$ROOT' }] }] } },
        ],
      },
    });
    const filter = { _id: { $in: [1, 2, 3, 4].map(at) } };
    expect(
      await collection.updateMany(filter, [
        { $replaceWith: { $switch: { branches: [branch(1, 1), branch(2, 7), branch(4, 1)], default: '$$ROOT' } } },
      ]),
    ).toBe(1);
    const was = { version: 1, name: 'old', list: [{ key: 'a' }] };
    expect(await collection.find(filter, { limit: 9, sort: { _id: 1 } })).toEqual([
      doc(1, {
        name: '$at',
        version: 2,
        at: new Date(1),
        data: Buffer.from([0, 255]),
        list: [{ key: 'a' }, { key: '$$ROOT' }],
      }),
      doc(2, { ...was, at: new Date(2) }),
      doc(3, { ...was, at: new Date(3) }),
    ]);
  });

  test('when documents are replaced as a whole, then no field of the former ones stays', async () => {
    await collection.insertMany([1, 2].map((n) => doc(n, { version: 1, name: 'old', inner: { a: n } })));
    const replacements = [
      {
        _id: at(1),
        when: { $eq: [{ $ifNull: ['$version', -1] }, 1] },
        document: doc(1, { version: 2, tags: ['$name'] }),
      },
      { _id: at(2), when: { $eq: [{ $ifNull: ['$version', -1] }, 7] }, document: doc(2, { version: 8 }) },
    ];
    const filter = { _id: { $in: [at(1), at(2)] } };
    expect(await collection.updateMany(filter, replaceEach(replacements))).toBe(1);
    expect(await collection.find(filter, { limit: 9, sort: { _id: 1 } })).toEqual([
      doc(1, { version: 2, tags: ['$name'] }),
      doc(2, { version: 1, name: 'old', inner: { a: 2 } }),
    ]);
  });

  test('when many callers increment by findOneAndUpdate at once, then each gets a different number', async () => {
    await collection.insertOne(doc(1));
    const after = await Promise.all(
      Array.from({ length: 100 }, () => collection.findOneAndUpdate({ _id: at(1) }, { $inc: { version: 1 } })),
    );
    expect(new Set(after.map((d) => d?.version)).size).toBe(100);
    const pipelines = Array.from({ length: 100 }, () =>
      collection.findOneAndUpdate({ _id: at(1) }, [
        { $set: { 'inner.a:%2e': { $add: [{ $ifNull: ['$inner.a:%2e', 0] }, { $cond: [{ $lt: [0, 1] }, 2, 0] }] } } },
      ]),
    );
    await Promise.all(pipelines);
    expect((await collection.findOne({ _id: at(1) }))?.inner).toEqual({ 'a:%2e': 200 });
    expect(await collection.findOneAndUpdate({ _id: at(2) }, { $inc: { version: 1 } })).toBeNull();
  });

  test('when documents are deleted, then their number is returned', async () => {
    await collection.insertMany([doc(1), doc(2), doc(3), doc(4, { n: 1 })]);
    expect(await collection.deleteOne({ _id: at(4) })).toBe(true);
    await collection.insertOne(doc(5, { n: 1 }));
    expect(await collection.deleteOne({ _id: at(1) })).toBe(true);
    expect(await collection.deleteOne({ _id: at(1) })).toBe(false);
    expect(await collection.deleteMany({ _id: { $in: [at(2), at(3), at(9)] } })).toBe(2);
    const grouped = await collection.aggregate<{ n: number }>([
      { $match: { accountId: account() } },
      { $group: { _id: null, n: { $sum: 1 } } },
    ]);
    expect(grouped[0]?.n).toBe(1);
  });
};
