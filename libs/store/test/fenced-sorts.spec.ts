import type { FilterValues, ListQuery } from '@porchlight/resource';
import { startDatabase, type TestDatabase } from '@porchlight/testkit';
import { openMongoDatabase } from '../src/mongo/mongo-database';
import { useItems } from './conformance/use-items';

/** Above the number of records from which values are sampled. */
const RECORDS = 2_500;
const BASE_MS = 1_700_000_000_000;

interface Sample {
  readonly id: number;
  readonly price: number | undefined;
  readonly seen: number | undefined;
  readonly name: string;
  readonly color: string;
}

/** Two in five have one price, one in ten has none; two thirds were seen; names are shared by up to three. */
const buildSample = (id: number): Sample => ({
  id,
  price: id % 10 === 0 ? undefined : id % 5 < 2 ? 500 : (id * 7_919) % 1_000,
  seen: id % 3 === 0 ? undefined : (id * 104_729) % (id % 2 === 0 ? 5 : 1_200),
  name: `${'𝒳ß'.repeat(id % 2)}${'n'.repeat(id % 41)}${(id * 31) % 900}`,
  color: id % 400 === 0 ? 'rare' : 'common',
});

let server: TestDatabase;
beforeAll(async () => {
  server = await startDatabase();
});
afterAll(() => server.stop());

const SAMPLES = Array.from({ length: RECORDS }, (_, at) => buildSample(at + 1));
const compare = (a: string | number, b: string | number): number =>
  typeof a === 'string' ? Buffer.compare(Buffer.from(a), Buffer.from(b as string)) : a - (b as number);

/** The ids of samples in the order of a list. */
const expectedOrder = (field: 'price' | 'seen' | 'name', descending: boolean, samples: readonly Sample[]): number[] =>
  samples
    .toSorted((a, b) => {
      const [x, y] = [a[field], b[field]];
      if (x === undefined || y === undefined)
        return (Number(x !== undefined) - Number(y !== undefined)) * (descending ? -1 : 1) || b.id - a.id;
      return compare(x, y) * (descending ? -1 : 1) || b.id - a.id;
    })
    .map(({ id }) => id);

describe('Sorts of many records on a server that ignores limits', () => {
  const { walk, create } = useItems(async () => {
    const uri = server.uri('fenced');
    return { open: () => openMongoDatabase(uri, 'fenced', { dialect: 'embedded' }) };
  });
  const CASES = (['price', 'seen', 'name'] as const).flatMap((sort) => [
    { sort, descending: true },
    { sort, descending: false },
  ]);

  test('given ties, crowds and records without a value, then every page of every sort is complete and in order', async () => {
    for (let at = 0; at < RECORDS; at += 250)
      await Promise.all(
        SAMPLES.slice(at, at + 250).map(({ price, seen, name, color }) =>
          create({
            name,
            color,
            ...(price !== undefined && { price }),
            ...(seen !== undefined && { seen: new Date(BASE_MS + seen) }),
          }),
        ),
      );
    const query = (one: (typeof CASES)[number], filters: FilterValues[] = []): Partial<ListQuery> => ({
      ...one,
      limit: 100,
      filters,
    });
    // Creates run at once, so ids are not those of the samples.
    const samples = (await walk({ limit: 100 })).map(({ id, price, seen, name = '', color = '' }) => ({
      id,
      price: price ?? undefined,
      seen: seen?.getTime(),
      name,
      color,
    }));
    expect(samples).toHaveLength(RECORDS);
    for (const one of CASES) {
      const field = one.sort;
      expect((await walk(query(one))).map(({ id }) => id)).toEqual(expectedOrder(field, one.descending, samples));
      const rare = samples.filter(({ color }) => color === 'rare');
      const filters = [{ name: 'color', values: ['rare'] }];
      expect((await walk(query(one, filters))).map(({ id }) => id)).toEqual(expectedOrder(field, one.descending, rare));
    }
  });
});
