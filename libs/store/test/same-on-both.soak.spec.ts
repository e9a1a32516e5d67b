import { startDatabase, type TestDatabase } from '@porchlight/testkit';
import type { FilterValues } from '@porchlight/resource';
import fc from 'fast-check';
import { randomInt } from 'node:crypto';
import { callBy, buildInput, type Item } from './conformance/sample-resource';
import { openTestStore, QUERY, type TestStore } from './conformance/test-store';
import { createMemoryDatabase } from '../src/memory/memory-database';
import { openMongoDatabase } from '../src/mongo/mongo-database';

const fields = fc.record(
  {
    name: fc.constantFrom('Anna', 'ÁNNABEL', 'zoe', '', 'a.b$c', 'Jo'),
    color: fc.constantFrom('red', 'blue', 're.d', '$x', undefined),
    price: fc.constantFrom(0, 1, 2, -5, 2_147_483_647, undefined),
    ownerId: fc.constantFrom(1, 2, 700, undefined),
    done: fc.constantFrom(true, false, undefined),
    shelf: fc.constantFrom(10, 30, 77, undefined),
    seen: fc.constantFrom(new Date(5), new Date(9_000), undefined),
    tags: fc.subarray(['a', 'b', 'c']),
  },
  { requiredKeys: ['name'] },
);
const id = fc.integer({ min: 1, max: 12 });
const filters = fc.array(
  fc.constantFrom<FilterValues[]>(
    { name: 'color', values: ['red'] },
    { name: 'color', values: ['blue', 're.d', '$x'] },
    { name: 'ownerId', values: ['700'] },
    { name: 'tags', values: ['a', 'c'] },
    { name: 'done', values: ['false'] },
    { name: 'priceAbove', values: ['0'] },
    { name: 'priceBelow', values: ['2'] },
    { name: 'name', values: ['ann'] },
    { name: 'name', values: ['a'] },
    { name: 'idGreaterThan', values: ['3'] },
    { name: 'idLessThan', values: ['9'] },
    { name: 'id', values: ['1', '4', '7', '8', '40'] },
  ),
  { maxLength: 2 },
);
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('create' as const), fields }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('update' as const),
      id,
      fields: fc.oneof(fields, fc.record({ price: fc.constantFrom(1, 9) })),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), id }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('list' as const),
      filters,
      sort: fc.constantFrom('', 'id', 'name', 'price', 'seen', 'shelf'),
      descending: fc.boolean(),
      limit: fc.integer({ min: 1, max: 5 }),
      offset: fc.integer({ min: 0, max: 3 }),
      agent: fc.boolean(),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

let server: TestDatabase;
let memory: TestStore;
let mongodb: TestStore;

beforeAll(async () => {
  server = await startDatabase();
  memory = await openTestStore(createMemoryDatabase());
  mongodb = await openTestStore(await openMongoDatabase(server.uri('same'), 'same'));
});
afterAll(async () => {
  await memory.stop();
  await mongodb.stop();
  await server.stop();
});

const shown = ({ id: number, version, name, color, price, ownerId, done, tags }: Item): unknown[] => [
  number,
  version,
  name,
  color ?? null,
  price ?? null,
  ownerId ?? null,
  done ?? null,
  tags,
];

/** Executes a step and returns its result or the reason of its refusal. */
const carryOut = async ({ items }: TestStore, accountId: number, command: Step): Promise<unknown> => {
  const call = callBy(accountId);
  try {
    switch (command.do) {
      case 'create':
        return shown((await items.create(call, ...buildInput(command.fields as Partial<Item>))).record);
      case 'update':
        return shown((await items.update(call, command.id, ...buildInput(command.fields as Partial<Item>))).record);
      case 'remove':
        return (await items.remove(call, command.id)).id;
      case 'list': {
        const who = command.agent ? callBy(accountId, 'Agent', 1) : call;
        const pages: unknown[] = [];
        let next = '';
        do {
          const { records, page } = await items.list(who, { ...QUERY, ...command, next });
          pages.push([records.map(shown), page.total]);
          next = page.next;
        } while (next !== '');
        return pages;
      }
    }
  } catch (error) {
    return (error as { reason?: string }).reason ?? error;
  }
};

test('given random operations in random order, then memory and MongoDB return the same, and the counts are exact', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      const accountId = randomInt(1, 2_000_000);
      for (const command of steps) {
        const expected = await carryOut(memory, accountId, command);
        expect(await carryOut(mongodb, accountId, command)).toEqual(expected);
      }
      expect(await mongodb.items.recount(accountId)).toEqual([]);
      expect(await memory.items.recount(accountId)).toEqual([]);
    }),
    { numRuns: 25, endOnFailure: true },
  );
}, 120_000);
