import { createMetrics } from '@porchlight/runtime';
import { eventually } from '@porchlight/testkit';
import type { Document } from './contract/document';
import { createMemoryDatabase } from './memory/memory-database';
import { measureDatabase, measureOutbox } from './store-metrics';
import { UniqueConflictError } from './unique-conflict';

const open = () => {
  const metrics = createMetrics({ service: 'people', processMetrics: false });
  const database = measureDatabase(createMemoryDatabase(), metrics);
  return { metrics, database, text: () => metrics.registry.metrics() };
};
const document = (id: number, pendingSince?: Date): Document => ({
  _id: id,
  accountId: 7,
  id,
  created: new Date(0),
  updated: new Date(0),
  version: 1,
  ...(pendingSince && { pendingSince }),
});

it('measures each operation of the database by outcome', async () => {
  const { database, text } = open();
  const collection = database.collection<Document>('people');
  await collection.insertOne(document(1));
  await expect(collection.insertOne(document(1))).rejects.toBeInstanceOf(UniqueConflictError);
  await expect(collection.find({ $nonsense: 1 }, { limit: 1 })).rejects.toThrow();
  expect(await collection.findOne({ _id: 1 })).toMatchObject({ id: 1 });
  expect(database.collection('people')).toBe(collection);
  const scraped = await text();
  for (const line of [
    'operation="insertOne",outcome="ok"} 1',
    'operation="insertOne",outcome="conflict"} 1',
    'operation="find",outcome="failed"} 1',
    'operation="findOne",outcome="ok"} 1',
  ])
    expect(scraped).toContain(`porchlight_store_seconds_count{service="people",${line}`);
  expect(scraped).toContain('porchlight_store_connections_in_use{service="people"} 0');
});

it('measures size and age of the outbox over all collections, and nothing while the database is away', async () => {
  const { metrics, database, text } = open();
  let away = false;
  const [people, events] = ['people', 'events'].map((name) => database.collection<Document>(name));
  const resources = [people!, events!].map((collection) => ({
    get collection() {
      if (away) throw new Error('away');
      return collection;
    },
  }));
  measureOutbox({ metrics, resources, inMemory: () => 3, now: () => 100_000 });
  expect(await text()).toMatch(/^porchlight_outbox_oldest_seconds\S* 0$/m);
  await people!.insertMany([document(1), document(2, new Date(90_000)), document(3, new Date(60_000))]);
  await events!.insertOne(document(1, new Date(95_000)));
  // The values are cached for a moment.
  const shows = (waiting: string, oldest: string) =>
    eventually(async () => {
      const scraped = await text();
      for (const [name, value] of [
        ['waiting', waiting],
        ['oldest_seconds', oldest],
        ['in_memory', '3'],
      ])
        expect(scraped).toMatch(new RegExp(`^porchlight_outbox_${name}\\S* ${value}$`, 'mi'));
    });
  await shows('3', '40');
  away = true;
  await shows('NaN', 'NaN');
});
