import { allResources } from '@porchlight/contracts';
import type { Descriptor, Row } from '@porchlight/resource';
import { systemClock } from '@porchlight/runtime';
import { startDatabase, type TestDatabase } from '@porchlight/testkit';
import mongoose from 'mongoose';
import { randomBytes, randomInt } from 'node:crypto';
import { callBy } from './conformance/sample-resource';
import { QUERY } from './conformance/test-store';
import { openLoneStore } from './open-lone-store';
import { listIndexes } from '../src/resource-indexes';
import type { Document } from '../src/contract/document';
import type { Condition } from '../src/contract/document-collection';
import type { ResourceStore } from '../src/contract/resource-store-contract';
import type { Store } from '../src/contract/store';

/*
 * Checks every sort of every resource against the indexes. The checks depend on the server: MongoDB and DocumentDB
 * (TEST_MONGODB_URI) report whether an index returns the order, so no query may sort in memory there. The embedded
 * server sorts all that it finds and never uses a partial index; there no query may read the whole collection, and the
 * shape of the queries is checked against the index that MongoDB would use.
 */

/** A query as the store issued it. */
interface Issued {
  readonly collection: mongoose.mongo.Collection;
  readonly stages: readonly Condition[];
  readonly sort: Record<string, number> | undefined;
  explain(): Promise<unknown>;
}

type Loose = Document & Record<string, unknown>;
type Server = 'embedded' | 'MongoDB' | 'DocumentDB';

const PEOPLE = 40;
const { Collection } = mongoose.mongo;
const issued: Issued[] = [];

let server: TestDatabase;
let store: Store;
let kind: Server;
let database: string;
const opened = new Map<string, ResourceStore<Row, never>>();
const accountId = randomInt(1, 2_000_000);

/** Every `stage` (MongoDB) and `Node Type` (DocumentDB) of a plan, however deep. */
const stagesIn = (plan: unknown): string[] => {
  if (Array.isArray(plan)) return plan.flatMap(stagesIn);
  if (typeof plan !== 'object' || plan === null) return [];
  const { rejectedPlans: _rejected, command: _command, ...rest } = plan as Record<string, unknown>;
  const own = Object.entries(rest).flatMap(([name, value]) => {
    if (typeof value === 'string' && (name === 'stage' || name === 'Node Type')) return [value];
    return name === '$sort' ? ['SORT'] : [];
  });
  return [...own, ...Object.values(rest).flatMap(stagesIn)];
};

const watch = (): void => {
  const { find, aggregate } = Collection.prototype;
  jest.spyOn(Collection.prototype, 'find').mockImplementation(function (
    this: mongoose.mongo.Collection,
    ...[filter = {}, options = {}]: Parameters<typeof find>
  ) {
    const again = () => find.call(this, filter, options).explain('queryPlanner');
    issued.push({ collection: this, stages: [filter], sort: options.sort as never, explain: again });
    return find.call(this, filter, options);
  } as never);
  jest.spyOn(Collection.prototype, 'aggregate').mockImplementation(function (
    this: mongoose.mongo.Collection,
    pipeline: Record<string, unknown>[] = [],
    options = {},
  ) {
    const matches = pipeline.flatMap((stage) => (stage['$match'] ? [stage['$match'] as Condition] : []));
    const sort = pipeline.find((stage) => stage['$sort'])?.['$sort'] as never;
    const again = () => aggregate.call(this, pipeline, options).explain('queryPlanner' as never) as Promise<unknown>;
    issued.push({ collection: this, stages: matches, sort, explain: again });
    return aggregate.call(this, pipeline, options);
  } as never);
};

beforeAll(async () => {
  server = await startDatabase();
  database = `explain_${randomBytes(4).toString('hex')}`;
  store = await openLoneStore({ service: 'explain', uri: server.uri(database), database, clock: systemClock });
  for (const descriptor of allResources as unknown as Descriptor[])
    opened.set(
      descriptor.resource,
      store.resource<Row, never>({
        descriptor,
        findExisting: async (_call, _reference, ids) => new Set(ids),
        findNames: async () => new Map(),
        loadPerson: async () => ({ viewers: [] }),
        strategy: {
          render: (document: Row) => document,
          viewers: () => [],
          planList: () => ({ groups: [1, 2, 3] }),
        } as never,
      }),
    );
  await store.start();
  for (const [name, records] of opened) {
    const descriptor = (allResources as unknown as Descriptor[]).find(({ resource }) => resource === name)!;
    const fields = Object.values(descriptor.sorts).map(({ column }) => column);
    const { identity = [] } = descriptor;
    // Each value on half of the records, so that none of the two kinds is left out.
    const drafts = Array.from({ length: PEOPLE }, (_, nth) =>
      Object.fromEntries([
        ...fields
          .filter((field, at) => field !== 'id' && field !== 'created' && (nth + at) % 2 === 0)
          .map((field) => [field, nth % 5]),
        ...identity.map((field) => [field, `${nth}`]),
        ...(descriptor.softDelete ? [['isDeleted', false]] : []),
        ...(descriptor.ofPerson?.people === undefined ? [] : [['personIds', []]]),
      ]),
    );
    await records.insertAll(callBy(accountId), drafts as never);
  }
  const plan = JSON.stringify(await probe());
  kind = plan.includes('"Plan"') ? 'DocumentDB' : plan.includes('secantus') ? 'embedded' : 'MongoDB';
  watch();
});
afterAll(async () => {
  jest.restoreAllMocks();
  await store.stop(AbortSignal.timeout(10_000));
  await server.stop();
});

/** A plan of any query, to know the server by. */
const probe = async (): Promise<unknown> => {
  const client = await new mongoose.mongo.MongoClient(server.uri(database)).connect();
  try {
    return await client.db(database).collection('people').find({ accountId }).explain('queryPlanner');
  } finally {
    await client.close();
  }
};

test('given a query without an index, then the plan of the server shows it', async () => {
  issued.length = 0;
  await store.collection<Loose>('people').find({ nothing: 1 }, { sort: { nothing: 1 }, limit: 1 });
  const plan = stagesIn(await issued[0]!.explain());
  expect(plan).toContainEqual(expect.stringMatching(/^(COLLSCAN|Seq Scan)$/));
  expect(plan).toContainEqual(expect.stringMatching(/^(SORT|Sort)$/));
});

const sorts = (allResources as unknown as Descriptor[]).flatMap((descriptor) =>
  Object.keys(descriptor.sorts).map((sort) => [descriptor.resource, sort, descriptor] as const),
);

test.each(sorts)(
  'When %s are sorted by %s, Then every query is served by an index in its order',
  async (name, sort, descriptor) => {
    const { column, partial, grouped } = descriptor.sorts[sort]!;
    for (const descending of [true, false]) {
      issued.length = 0;
      let next = '';
      let shown = 0;
      do {
        const page = await opened.get(name)!.list(callBy(accountId), { ...QUERY, limit: 15, sort, descending, next });
        shown += page.records.length;
        next = page.page.next;
      } while (next !== '');
      expect(shown).toBe(PEOPLE);
      // Without that of the outbox relay, which looks for old outboxes now and then.
      const queries = issued.filter(
        ({ collection, stages }) =>
          collection.collectionName === name && !stages.some((stage) => 'pendingSince' in stage),
      );
      // Sorted by id, neighbouring ids are read by key; all other sorts ask for a range in its order.
      const direction = descending ? -1 : 1;
      if (column !== 'id' && !grouped)
        expect(queries.map((query) => query.sort)).toContainEqual({ [column]: direction, id: direction });
      for (const query of queries) {
        const plan = stagesIn(await query.explain());
        expect(plan.filter((stage) => ['COLLSCAN', 'Seq Scan'].includes(stage))).toEqual([]);
        expect(plan).toContainEqual(expect.stringMatching(/IXSCAN|IDHACK|Index/));
        if (kind !== 'embedded')
          expect(plan.filter((stage) => ['SORT', 'Sort', 'Incremental Sort'].includes(stage))).toEqual([]);
        expect(query.stages.some((stage) => stage['accountId'] === accountId || '_id' in stage)).toBe(true);
        if (query.sort && column in query.sort && column !== 'id') {
          const filter = Object.assign({}, ...query.stages) as Loose;
          const index = listIndexes({ descriptor, strategy: {} as never }).find(
            ({ keys }) => JSON.stringify(Object.keys(keys)) === JSON.stringify([column, 'id']),
          );
          expect(index?.partial).toEqual(partial ? { [column]: { $exists: true } } : undefined);
          // Only then may an index be used that does not hold the records without a value.
          if (partial) expect(filter[column]).toMatchObject({ $exists: true });
        }
      }
    }
  },
);
