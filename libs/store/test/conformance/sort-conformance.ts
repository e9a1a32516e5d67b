import type { FilterValues, ListQuery } from '@porchlight/resource';
import fc from 'fast-check';
import { randomInt } from 'node:crypto';
import { SHELVES, type Item, type ItemDocument } from './sample-resource';
import { QUERY, type Harness } from './test-store';
import { useItems } from './use-items';

const ORDER = SHELVES.order;
const at = (second: number): Date => new Date(1_700_000_000_000 + second * 1_000);

/** How sorts whose index holds only records with a value, and sorts by groups, page on every database. */
export const sortConformance = (openHarness: () => Promise<Harness>): void => {
  const { suite, call, create, update, walk } = useItems(openHarness);
  const ids = async (query: Partial<ListQuery>): Promise<number[]> => (await walk(query)).map(({ id }) => id);

  beforeEach(() => {
    SHELVES.order = ORDER;
  });
  afterEach(() => {
    SHELVES.order = ORDER;
  });

  test('given few records with a sort value, then those without sort lowest, ties by descending id, at every page size', async () => {
    for (const seen of [at(2), undefined, at(1), at(2), undefined, at(9)]) await create(seen ? { seen } : {});
    for (const limit of [1, 2, 3, 10]) {
      expect(await ids({ sort: 'seen', descending: false, limit })).toEqual([5, 2, 3, 4, 1, 6]);
      expect(await ids({ sort: 'seen', descending: true, limit })).toEqual([6, 4, 1, 3, 5, 2]);
    }
    const filters: FilterValues[] = [{ name: 'seenAfter', values: [at(1).toISOString()] }];
    expect(await ids({ sort: 'seen', descending: false, limit: 1, filters })).toEqual([4, 1, 6]);
  });

  test('when sort values are added, changed and removed, then the order follows', async () => {
    for (let n = 0; n < 4; n += 1) await create({});
    await update(2, { seen: at(5) });
    await update(3, { seen: at(7) });
    expect(await ids({ sort: 'seen', descending: true })).toEqual([3, 2, 4, 1]);
    await update(3, { seen: at(1) });
    expect(await ids({ sort: 'seen', descending: true })).toEqual([2, 3, 4, 1]);
    await update(2, { seen: undefined });
    expect(await ids({ sort: 'seen', descending: true })).toEqual([3, 4, 2, 1]);
    await suite.items.remove(call(), 3);
    expect(await ids({ sort: 'seen', descending: false })).toEqual([4, 2, 1]);
  });

  test('given null, NaN or an invalid date from a strategy, then the record has no sort value and is listed once', async () => {
    for (let n = 0; n < 4; n += 1) await create({ price: 1, seen: at(n) });
    const leave = (id: number, fields: object) =>
      suite.items.modify(call(), id, (before) => ({ ...before, ...fields }) as ItemDocument);
    await leave(1, { seen: null, price: NaN });
    await leave(2, { seen: new Date(NaN), price: null });
    const { id: last } = await suite.items.insert(call(), {
      name: '',
      nameKey: '',
      nameGrams: [],
      tags: [],
      price: NaN,
      seen: null as never,
    });
    for (const limit of [1, 10]) {
      expect(await ids({ sort: 'seen', descending: true, limit })).toEqual([4, 3, last, 2, 1]);
      expect(await ids({ sort: 'price', descending: false, limit })).toEqual([last, 2, 1, 4, 3]);
      // An empty text is a value.
      expect(await ids({ sort: 'name', descending: false, limit })).toEqual([last, 4, 3, 2, 1]);
    }
  });

  test('when sorted by group, then groups have the order of the strategy, records without a group sort lowest, ids descend', async () => {
    for (const shelf of [10, 30, undefined, 10, 5, 77, 20, 30]) await create(shelf === undefined ? {} : { shelf });
    for (const limit of [1, 3, 10]) {
      expect(await ids({ sort: 'shelf', descending: false, limit })).toEqual([6, 3, 8, 2, 4, 1, 7, 5]);
      expect(await ids({ sort: 'shelf', descending: true, limit })).toEqual([5, 7, 4, 1, 8, 2, 6, 3]);
    }
    const among = (...values: string[]): FilterValues[] => [{ name: 'shelf', values }];
    expect(await ids({ sort: 'shelf', descending: false, filters: among('10', '30'), limit: 2 })).toEqual([8, 2, 4, 1]);
    expect(await ids({ sort: 'shelf', descending: true, filters: among('30'), limit: 1 })).toEqual([8, 2]);
    expect(await ids({ sort: 'shelf', descending: true, filters: among('77') })).toEqual([6]);
    expect(
      await ids({
        sort: 'shelf',
        descending: true,
        filters: [{ name: 'id', values: ['1', '3', '5', '7', '8'] }],
        limit: 2,
      }),
    ).toEqual([5, 7, 1, 8, 3]);
    SHELVES.order = [5, 30];
    expect(await ids({ sort: 'shelf', descending: false })).toEqual([7, 6, 4, 3, 1, 5, 8, 2]);
  });

  test('when an agent sorts by group, then only records that list the agent as a viewer are returned', async () => {
    for (let n = 0; n < 12; n += 1) await create({ shelf: n % 2 === 0 ? 10 : 20, ...(n % 3 === 0 && { ownerId: 7 }) });
    const shown = await walk({ sort: 'shelf', descending: false, limit: 1 }, undefined, call('Agent', 7));
    expect(shown.map(({ id }) => id)).toEqual([7, 1, 10, 4]);
  });

  test.each(['seen', 'shelf'])(
    'When paged by %s while others come and go, Then each record that stays is shown exactly once, in order',
    async (sort) => {
      const buildFields = (n: number): Partial<Item> => ({
        shelf: [10, 20, 30, 99][n % 4] as number,
        ...(n % 3 > 0 && { seen: at(n % 5) }),
      });
      for (let n = 0; n < 30; n += 1) await create(buildFields(n));
      const gone = [3, 12, 13, 22];
      for (const descending of [true, false]) {
        const stir = async (page: number): Promise<void> => {
          await create(buildFields(page));
          const [id] = gone.slice(descending ? page - 1 : page + 1);
          if (id !== undefined) await suite.items.remove(call(), id).catch(() => undefined);
        };
        const all = await walk({ sort, descending, limit: 4 }, stir);
        const stayed = all.map(({ id }) => id).filter((id) => id <= 30 && !gone.includes(id));
        expect([...stayed].sort((a, b) => a - b)).toEqual(
          Array.from({ length: 30 }, (_, n) => n + 1).filter((id) => !gone.includes(id)),
        );
        expect(all).toEqual([...all].sort(comparing(sort, descending)));
      }
    },
  );

  test('given that the last record of a page or its group was deleted, then the next page continues after it', async () => {
    for (const shelf of [10, 30, 20, 10, 5, 20]) await create({ shelf });
    for (const [descending, shown, left] of [
      [false, [2, 4, 1], [6, 3, 5]],
      [true, [5, 6, 3], [4, 1, 2]],
    ] as const) {
      SHELVES.order = ORDER;
      const query = { ...QUERY, sort: 'shelf', descending, limit: 3 };
      const first = await suite.items.list(call(), query);
      expect(first.records.map(({ id }) => id)).toEqual(shown);
      // The group that the page ended in, and all of it was shown.
      SHELVES.order = ORDER.filter((shelf) => shelf !== (descending ? 20 : 10));
      const second = await suite.items.list(call(), { ...query, limit: 10, next: first.page.next });
      const ofOrder = second.records.map(({ id }) => id).filter((id) => !(shown as readonly number[]).includes(id));
      expect(ofOrder).toEqual(left);
    }
    SHELVES.order = ORDER;
    const named = {
      ...QUERY,
      sort: 'price',
      descending: true,
      limit: 2,
      filters: [{ name: 'id', values: ['1', '2', '3', '4', '5'] }],
    };
    for (const id of [1, 2, 3, 4, 5]) await update(id, { price: id });
    const { page } = await suite.items.list(call(), named);
    await suite.items.remove(call(), 4);
    expect((await suite.items.list(call(), { ...named, next: page.next })).records.map(({ id }) => id)).toEqual([3, 2]);
  });

  test('after random writes, then the pages of every sort equal sorting in memory', async () => {
    const row = fc.record({
      seen: fc.option(fc.integer({ min: -3, max: 6 }).map(at), { nil: undefined }),
      shelf: fc.constantFrom(10, 20, 30, 5, 77, undefined),
      price: fc.constantFrom(-1, 0, 3, undefined),
    });
    const property = fc.asyncProperty(
      fc.array(row, { maxLength: 25 }),
      fc.array(row, { maxLength: 8 }),
      fc.integer({ min: 1, max: 7 }),
      async (rows, changes, limit) => {
        suite.accountId = randomInt(1, 2_000_000);
        await Promise.all(rows.map((fields) => create(fields)));
        for (const [nth, fields] of changes.entries()) if (nth < rows.length) await update(rows.length - nth, fields);
        const all = await walk({ limit: 100 });
        for (const sort of ['seen', 'shelf', 'price'])
          for (const descending of [true, false])
            expect(await ids({ sort, descending, limit })).toEqual(
              [...all].sort(comparing(sort, descending)).map(({ id }) => id),
            );
      },
    );
    await fc.assert(property, { numRuns: 15, endOnFailure: true });
  });
};

/** The order of lists, written down a second time. */
const comparing =
  (sort: string, descending: boolean) =>
  (a: Item, b: Item): number => {
    const rank = (item: Item): number => {
      if (sort === 'shelf') return SHELVES.order.indexOf(item.shelf as number);
      const value = sort === 'seen' ? item.seen?.getTime() : item.price;
      return value ?? Number.NEGATIVE_INFINITY;
    };
    if (rank(a) === rank(b)) return b.id - a.id;
    return rank(a) < rank(b) === descending ? 1 : -1;
  };
