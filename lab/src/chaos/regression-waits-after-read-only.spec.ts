import { randomBytes } from 'node:crypto';
import { createIds, createLogger, sleep, systemClock } from '@porchlight/runtime';
import { column, defineDocument, openStore, type Store } from '@porchlight/store';
import { startDatabase, type TestDatabase } from '@porchlight/testkit';
import { READ_ONLY, startDatabaseProxy, type DatabaseProxy } from './database-proxy';

let database: TestDatabase;
let proxy: DatabaseProxy;
let store: Store;

beforeAll(async () => {
  database = await startDatabase();
  const uri = new URL(database.uri('porchlight_read_only'));
  const port = Number(uri.port);
  proxy = await startDatabaseProxy(() => port);
  uri.port = String(proxy.port);
  store = await openStore({
    service: 'rows',
    uri: uri.href,
    database: 'porchlight_read_only',
    publish: async () => undefined,
    clock: systemClock,
    ids: createIds({ clock: systemClock }),
    logger: createLogger({ service: 'rows', level: 'silent' }),
    nextTokenKey: randomBytes(32),
  });
});

afterAll(async () => {
  await store.stop(AbortSignal.timeout(5_000));
  await proxy.stop();
  await database.stop();
});

/** Time after which a driver that streams states waits for the next one. */
const UNTIL_STREAMING_MS = 1_500;

// The driver uses such a server again when it has reported its state.
test('given a server that was read-only for a moment, when it accepts writes, then the next write succeeds', async () => {
  const rows = store.collection('rows', defineDocument({ _id: column.number, n: column.number }));
  await rows.insertOne({ _id: 1, n: 1 });
  await sleep(UNTIL_STREAMING_MS);
  proxy.refuseWrites(READ_ONLY);
  await expect(rows.insertOne({ _id: 2, n: 2 })).rejects.toThrow('unavailable');
  proxy.refuseWrites(undefined);
  await rows.insertOne({ _id: 3, n: 3 });
  expect(await rows.count({ _id: { $in: [1, 2, 3] } })).toBe(2);
});
