import { randomInt } from 'node:crypto';
import { composeKey } from '../../src/document-key';
import { either, number, optional, text } from '../../src/schema/columns';
import { defineDocument } from '../../src/schema/document-schema';
import { inAccounts, inAllAccounts } from '../../src/routing/statement-accounts';
import { callBy, buildInput } from './sample-resource';
import { drained, openTestStore, type Harness, type TestStore } from './test-store';

interface StoredRecord {
  _id: string | number;
  accountId?: number;
}

/** All documents of an account are deleted, however they name it, and none of other accounts. */
export const forgetConformance = (openHarness: () => Promise<Harness>): void => {
  let opened: TestStore;
  beforeAll(async () => {
    opened = await openTestStore(await (await openHarness()).open());
  });
  afterAll(() => opened.stop());

  test('when an account is forgotten, then its documents are deleted in bounded steps, and those of other accounts stay', async () => {
    const accountId = randomInt(1, 100_000);
    const neighbours = [accountId + 1, accountId * 10];
    const { database, store, items } = opened;
    const columns = { _id: either(text, number), accountId: optional(number) };
    const copies = store.collection<StoredRecord>('copies', defineDocument(columns, [{ keys: {} }]));
    const spared = store.collection<StoredRecord>('spared', defineDocument(columns));
    await database.createIndexes();
    const createDocuments = (id: number, count: number): StoredRecord[] => [
      ...Array.from({ length: count }, (_, n) => ({ _id: `${id}:${n}` })),
      ...Array.from({ length: 3 }, (_, n) => ({ _id: composeKey(id, n) })),
      ...Array.from({ length: 3 }, (_, n) => ({ _id: `key ${id} ${n}`, accountId: id })),
    ];
    for (const id of [accountId, ...neighbours]) {
      await items.create(callBy(id), ...buildInput({ name: 'x' }));
      await copies.insertMany(createDocuments(id, id === accountId ? 1_100 : 2));
    }
    // Its key names this account, its field another one.
    await copies.insertMany([{ _id: `${accountId}:other`, accountId: neighbours[0]! }]);
    await spared.insertMany(createDocuments(accountId, 1));
    await drained(opened);

    const { signal } = new AbortController();
    expect(await store.forgetAccount(accountId, { except: ['spared'], whole: true, signal })).toBe(1 + 1_106 + 1);
    expect(await items.find(callBy(accountId), {}, 10)).toEqual([]);
    expect(await items.count(accountId, 'total')).toBe(0);
    for (const id of neighbours) {
      expect(await items.find(callBy(id), {}, 10)).toHaveLength(1);
      expect(await items.count(id, 'total')).toBe(1);
      expect(await copies.count(inAccounts({ _id: { $in: createDocuments(id, 2).map(({ _id }) => _id) } }, [id]))).toBe(
        8,
      );
    }
    expect(await copies.findOne(inAllAccounts({ _id: `${accountId}:other` }))).not.toBeNull();
    expect(await spared.count(inAllAccounts({}))).toBe(7);
    expect(await store.forgetAccount(accountId, { whole: true, signal })).toBe(7);
  });
};
