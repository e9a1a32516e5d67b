import type { Role } from '@porchlight/access';
import type { ListQuery } from '@porchlight/resource';
import { randomInt } from 'node:crypto';
import { buildInput, callBy, type Item } from './sample-resource';
import { openTestStore, QUERY, type Harness, type TestStore } from './test-store';

/** Opens a store before the tests of a suite, and gives each test an account of its own. */
export const useItems = (openHarness: () => Promise<Harness>) => {
  const suite = { accountId: 0 } as TestStore & { accountId: number };
  const call = (role?: Role, userId?: number) => callBy(suite.accountId, role, userId);
  const list = (query: Partial<ListQuery> = {}, who = call()) => suite.items.list(who, { ...QUERY, ...query });

  beforeAll(async () => void Object.assign(suite, await openTestStore(await (await openHarness()).open())));
  afterAll(() => suite.stop());
  beforeEach(() => {
    suite.accountId = randomInt(1, 2_000_000);
  });

  return {
    suite,
    call,
    list,
    create: async (fields: Partial<Item>, who = call()): Promise<Item> =>
      (await suite.items.create(who, ...buildInput({ name: 'x', ...fields }))).record,
    update: async (id: number, fields: Partial<Item>): Promise<Item> =>
      (await suite.items.update(call(), id, ...buildInput(fields))).record,
    /** Walks over all pages by their tokens. */
    walk: async (
      query: Partial<ListQuery>,
      between: (page: number) => Promise<void> = async () => undefined,
      who = call(),
    ): Promise<Item[]> => {
      const all: Item[] = [];
      let next = '';
      for (let page = 1; page < 100; page += 1) {
        const result = await list({ ...query, next }, who);
        all.push(...result.records);
        next = result.page.next;
        if (next === '') return all;
        await between(page);
      }
      throw new Error('the pages do not end');
    },
  };
};
