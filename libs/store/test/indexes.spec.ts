import { setImmediate } from 'node:timers/promises';
import { captureLogger, startDatabase, type TestDatabase } from '@porchlight/testkit';
import { openLoneStore } from './open-lone-store';
import { openMongoDatabase } from '../src/mongo/mongo-database';
import { date, text } from '../src/schema/columns';
import { defineDocument } from '../src/schema/document-schema';

let server: TestDatabase;
beforeAll(async () => void (server = await startDatabase()));
afterAll(() => server.stop());

const open = async (database: string, indexes: 'apply' | 'check') => {
  const captured = captureLogger({ service: 'indexed' });
  const { logger } = captured;
  const store = await openLoneStore({ service: 'indexed', uri: server.uri(database), database, logger, indexes });
  return {
    captured,
    store,
    declare: async (expireAfterSeconds: number) => {
      store.collection(
        'things',
        defineDocument({ _id: text, name: text, at: date }, [
          { keys: { name: 1 }, unique: true },
          { keys: { at: 1 }, global: true, expireAfterSeconds },
        ]),
      );
      await store.start();
    },
    stop: () => store.stop(AbortSignal.timeout(2_000)),
  };
};

it('given INDEXES=check, then a pod creates no index, is not ready and names what is missing; the job makes it ready', async () => {
  const pod = await open('indexed', 'check');
  await pod.declare(60);
  expect(await pod.store.ready()).toBe(false);
  expect(await pod.store.ready()).toBe(false);
  const lines = pod.captured.lines.filter(({ event }) => event === 'indexes.missing');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({ missing: expect.arrayContaining(['things.accountId_1_name_1', 'things.at_1']) });

  const job = await open('indexed', 'apply');
  await job.declare(60);
  expect(await job.store.ready()).toBe(true);
  await job.stop();
  expect(await pod.store.ready()).toBe(true);
  await pod.stop();

  // With another expiry than declared now: not the same index.
  const next = await open('indexed', 'check');
  await next.declare(61);
  expect(await next.store.ready()).toBe(false);
  expect(next.captured.lines.filter(({ event }) => event === 'indexes.missing')[0]).toMatchObject({
    missing: ['things.at_1'],
  });
  await next.stop();

  // Its job replaces the index; then nothing is missing.
  const nextJob = await open('indexed', 'apply');
  await nextJob.declare(61);
  await nextJob.stop();
  const nextPod = await open('indexed', 'check');
  await nextPod.declare(61);
  expect(await nextPod.store.ready()).toBe(true);
  await nextPod.stop();
});

it('given more collections than connections, then their indexes leave connections free', async () => {
  const database = await openMongoDatabase(server.uri('many'), 'many');
  for (let n = 0; n < 40; n += 1)
    database.collection(`things${n}`, defineDocument({ _id: text, name: text }, [{ keys: { name: 1 } }]));
  let [most, isDone] = [0, false];
  const created = database.createIndexes().finally(() => void (isDone = true));
  while (!isDone) {
    most = Math.max(most, database.connectionsInUse?.() ?? 0);
    await setImmediate();
  }
  await created;
  expect(most).toBeGreaterThan(0);
  // Of 16 connections. One that is waited for longer than the deadline would end the start.
  expect(most).toBeLessThanOrEqual(8);
  expect(await database.missingIndexes()).toEqual([]);
  await database.close();
});
