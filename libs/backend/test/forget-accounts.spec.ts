import { createMemoryBus, formatTopic } from '@porchlight/bus';
import { Change } from '@porchlight/contracts';
import { createIds, createManualClock, createMetrics } from '@porchlight/runtime';
import { captureLogger, createTestKeys, eventually, startDatabase, type TestDatabase } from '@porchlight/testkit';
import { column, defineDocument } from '@porchlight/store';
import { randomBytes } from 'node:crypto';
import { openBackend } from '../src/open-backend';

interface Note {
  _id: string;
  text: string;
}

const GONE = 7;
const OTHER = 70;
const clock = createManualClock(Date.now());
const logs = captureLogger();
const bus = createMemoryBus();
let database: TestDatabase;
beforeAll(async () => void (database = await startDatabase()));
afterAll(async () => {
  await bus.close();
  await database?.stop();
});

/** What auth says about deletions. */
let isDeleted = (_accountId: number): boolean => true;
/** A service that stores notes. */
const open = async (delayMs = 0) => {
  const config = {
    MONGODB_URI: database.uri('notes'),
    KAFKA_BROKERS: ['unused:1'],
    INTERNAL_TOKEN_PUBLIC_KEY_FILE: createTestKeys().publicKey,
    NEXT_TOKEN_KEY_FILE: randomBytes(32),
    ACCOUNT_ERASURE_DELAY_MS: delayMs,
  };
  const metrics = createMetrics({ service: 'notes', processMetrics: false });
  const backend = await openBackend('notes', {
    config,
    logger: logs.logger,
    clock,
    ids: createIds({ clock }),
    metrics,
    bus,
    database: 'notes',
    confirmFacts: async (_owner, claims) => claims.map(({ accountId }) => isDeleted(accountId)),
  });
  const notes = backend.store.collection('notes', defineDocument({ _id: column.text, text: column.text }));
  const received: string[] = [];
  backend.onAccounts(async (batch) => void received.push(...batch.map(({ type }) => type)));
  await backend.start('127.0.0.1:0');
  const jobs = backend.store.collection('accountErasureJobs');
  const former = backend.store.collection('accountErasures');
  return { notes, received, jobs, former, stop: () => backend.stop(AbortSignal.timeout(5_000)) };
};
const noted = (accountId: number, text: string): Note => ({ _id: `${accountId}:${text}`, text });
const publishDeleted = async (accountId: number): Promise<void> => {
  const change = {
    eventId: `account-${accountId}-1`,
    accountId,
    occurred: clock.date(),
    service: 'auth',
    resource: 'accounts',
    verb: 'deleted',
    ids: [accountId],
    webhookEvents: [],
    actorUserId: 0,
    system: '',
    changed: [],
    record: Buffer.alloc(0),
    suppressOwn: false,
    dataJson: '',
    batchId: '',
  };
  await bus.publish(formatTopic('auth'), [
    {
      key: String(accountId),
      id: change.eventId,
      type: 'auth.accounts.deleted',
      time: clock.date(),
      value: Change.encode(change).finish(),
    },
  ]);
};
const texts = async (notes: Awaited<ReturnType<typeof open>>['notes']) =>
  (await notes.find({}, { limit: 10 })).map(({ text }) => text).sort();

test('given an account that is deleted while a service is down, then the service erases its data after the restart, also data that arrives late', async () => {
  let service = await open();
  await service.notes.insertMany([noted(GONE, 'one'), noted(GONE, 'two'), noted(OTHER, 'stays')]);
  await service.stop();
  await publishDeleted(GONE);
  await publishDeleted(GONE);

  service = await open();
  await eventually(async () => expect(await texts(service.notes)).toEqual(['stays']));
  expect(service.received).toEqual(['auth.accounts.deleted', 'auth.accounts.deleted']);
  // Published by another service before it processed the deletion.
  await service.notes.insertMany([noted(GONE, 'late')]);
  await service.stop();
  clock.advance(31_000);
  service = await open();
  await eventually(async () => expect(await texts(service.notes)).toEqual(['stays']));
  // The log line follows the erasure that it reports.
  await eventually(() =>
    expect(logs.of('account.forgotten').map(({ sweep, removed }) => [sweep, removed])).toEqual([
      [0, 2],
      [1, 1],
    ]),
  );
  await service.stop();
});

test('N4 given the deletion of an account, then its data is erased after the delay only, and not if auth no longer confirms it', async () => {
  const [restored, gone] = [8, 9];
  let service = await open(600_000);
  await service.notes.insertMany([noted(restored, 'restored'), noted(gone, 'gone')]);
  await publishDeleted(restored);
  await publishDeleted(gone);
  await eventually(async () =>
    expect(await service.jobs.find({ accountId: { $in: [8, 9] } }, { limit: 9 })).toHaveLength(2),
  );
  await service.stop();

  clock.advance(599_000);
  service = await open(600_000);
  await service.stop();
  expect(logs.of('account.forgotten').map(({ accountId }) => accountId)).not.toContain(gone);

  isDeleted = (accountId) => accountId !== restored;
  clock.advance(2_000);
  service = await open(600_000);
  await eventually(() => expect(logs.of('account.not_deleted').map(({ accountId }) => accountId)).toEqual([restored]));
  await eventually(async () => expect(await texts(service.notes)).toEqual(['restored', 'stays']));
  await service.stop();
});

test('given an erasure that the version before began, when a service starts, then it continues with its pass', async () => {
  isDeleted = () => true;
  const account = 10;
  let service = await open();
  await service.notes.insertMany([noted(account, 'late')]);
  const since = clock.now();
  await service.former.insertMany([{ _id: account, since, sweeps: 3, dueAt: clock.date() } as never]);
  await service.stop();
  service = await open();
  await eventually(() =>
    expect(logs.of('account.forgotten').filter(({ accountId }) => accountId === account)).toMatchObject([
      { sweep: 3, removed: 1 },
    ]),
  );
  expect(await service.former.find({ _id: account }, { limit: 1 })).toEqual([]);
  await service.stop();
});
