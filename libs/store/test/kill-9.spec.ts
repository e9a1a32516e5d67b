import { Change } from '@porchlight/contracts';
import { startDatabase, type TestDatabase } from '@porchlight/testkit';
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { callBy, type Item, type ItemDocument } from './conformance/sample-resource';
import { createTestClock, openTestStore, QUERY, relayAll } from './conformance/test-store';
import { openMongoDatabase } from '../src/mongo/mongo-database';
import { bundleProcess } from './bundle-process';

const ROUNDS = 4;

let server: TestDatabase;
let writer: ReturnType<typeof bundleProcess>;

beforeAll(async () => {
  writer = bundleProcess('writer-process');
  server = await startDatabase();
});
afterAll(async () => {
  await server.stop();
  writer.remove();
});

/** Runs the writer and kills it after some acknowledged writes, which are returned. */
const killWriter = (accountId: number, bus: string, least: number): Promise<string[]> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [writer.file, server.uri('killed'), 'killed', String(accountId), bus], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    let complaints = '';
    child.stderr.on('data', (chunk: Buffer) => void (complaints += chunk.toString()));
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.split('\n').length > least) child.kill('SIGKILL');
    });
    child.on('close', (_code, signal) =>
      signal === 'SIGKILL'
        ? resolve(said.split('\n').slice(0, -1))
        : reject(new Error(`the writer ended: ${complaints}`)),
    );
  });

test('when a writing process is killed with SIGKILL, then another publishes all acknowledged writes, and the counts are exact', async () => {
  const accountId = randomInt(1, 2_000_000);
  const bus = join(writer.folder, 'bus');
  const acknowledged: string[] = [];
  for (let round = 1; round <= ROUNDS; round += 1)
    acknowledged.push(...(await killWriter(accountId, bus, 20 + randomInt(60))));

  const clock = createTestClock();
  const second = await openTestStore(await openMongoDatabase(server.uri('killed'), 'killed'), { clock });
  const collection = second.store.collection<ItemDocument>('items');
  const left = await collection.find({ pendingSince: { $gt: new Date(0) } }, { limit: 1_000 });
  await relayAll(second, clock);
  const onBus = existsSync(bus)
    ? readFileSync(bus, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => Buffer.from(line, 'base64'))
    : [];
  const published = new Set(
    [...onBus, ...second.published.map(({ value }) => value)].map((value) => {
      const { ids, verb, record } = Change.decode(value);
      return `${ids[0]} ${verb} ${verb === 'deleted' ? 0 : (JSON.parse(String(record)) as Item).version}`;
    }),
  );
  expect(acknowledged.filter((line) => !published.has(line))).toEqual([]);
  // Otherwise the test would prove nothing.
  expect(left.length).toBeGreaterThan(0);
  expect(second.published.length).toBeGreaterThan(0);
  expect(await second.items.recount(accountId)).toEqual([]);
  expect(await collection.find({ pendingSince: { $gt: new Date(0) } }, { limit: 10 })).toEqual([]);
  const call = callBy(accountId);
  let seen = 0;
  for (let next = '', page = 1; page === 1 || next !== ''; page += 1) {
    const result = await second.items.list(call, { ...QUERY, limit: 100, next });
    seen += result.records.length;
    next = result.page.next;
    if (next === '') expect(result.page.total).toBe(seen);
  }
  await second.stop();
});
