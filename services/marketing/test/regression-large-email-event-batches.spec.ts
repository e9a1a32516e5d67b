import { randomBytes } from 'node:crypto';
import type { Store } from '@porchlight/store';
import { openLoneStore } from '@porchlight/store/test/open-lone-store';
import { startDatabase, type TestDatabase } from '@porchlight/testkit';
import type { EventBatch } from '../src/email-events/event-batch';
import type { StoredEvent } from '../src/email-events/stored-event';
import { partsBySize } from '../src/email-events/record-email-events';

let server: TestDatabase;
let store: Store;
beforeAll(async () => {
  server = await startDatabase();
  const database = `marketing_${randomBytes(6).toString('hex')}`;
  store = await openLoneStore({
    uri: server.uri(database),
    database,
    service: 'test',
    clock: { now: Date.now, date: () => new Date() },
  });
});
afterAll(async () => {
  await store?.stop(AbortSignal.timeout(5_000));
  await server?.stop();
});

const EVENTS = 10_000;
const now = new Date();
const event = (id: number): StoredEvent => ({
  _id: `1:${id}:${'k'.repeat(43)}`,
  id,
  accountId: 1,
  personId: id,
  campaignId: 1,
  type: 'click',
  recipient: `${'r'.repeat(300)}@example.org`,
  occurred: now,
  created: now,
  userId: 1,
  url: `https://example.org/${'u'.repeat(2_028)}`,
  batch: 'b',
});
const buildBatch = (_id: string, events: StoredEvent[]): EventBatch => ({
  _id,
  accountId: 1,
  kind: 'recorded',
  created: now,
  userId: 1,
  system: '',
  suppressOwn: false,
  changeIds: [],
  events,
});

it('given 10,000 email events with long urls, when they are stored, then every batch fits into one document (hardening L15)', async () => {
  const events = Array.from({ length: EVENTS }, (_, at) => event(at + 1));
  const batches = store.collection<EventBatch>('emBatches');
  await expect(batches.insertOne(buildBatch('all', events))).rejects.toThrow();
  const parts = partsBySize(events);
  expect(parts.flat()).toHaveLength(EVENTS);
  for (const [at, part] of parts.entries()) await batches.insertOne(buildBatch(`part ${at}`, part));
  expect(parts.length).toBeLessThan(10);
  // Short events are still one batch.
  expect(partsBySize(events.map((one) => ({ ...one, recipient: 'a@b.c', url: '' })))).toHaveLength(1);
});
