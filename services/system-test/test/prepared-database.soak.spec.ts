import { once } from 'node:events';
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { spawn, type ChildProcess } from 'node:child_process';
import { eventually, freePort, readProcess, startDatabase, type TestDatabase } from '@porchlight/testkit';
import mongoose from 'mongoose';
import { dataFolder, readConnection } from '@porchlight/acceptance/src/stack-connection';

/**
 * A deployment as the Helm chart does it: a job of each service creates indexes and runs migrations (INDEXES=only); a
 * pod that only checks them (INDEXES=check) is not ready before. Uses its own database server.
 */
const SERVICES = ['people', 'deals', 'marketing', 'auth', 'notifier'];
const OLD_PEOPLE = 6_000;
/** The migration during which the job is killed. */
const MIGRATION = '2026-11-activity-without-nulls';

let server: TestDatabase;
const children: ChildProcess[] = [];
beforeAll(async () => void (server = await startDatabase()), 60_000);
afterEach(() => children.splice(0).forEach((child) => child.kill('SIGKILL')));
afterAll(() => server.stop());

interface Started {
  readonly child: ChildProcess;
  readonly operations: string;
  /** Returns the log of the process. */
  log(): string;
}

const start = async (service: string, indexes: string): Promise<Started> => {
  const { command, env } = readProcess(readConnection().pids[service]!);
  const [program, ...args] = command;
  const [rpc, operations] = [await freePort(), await freePort()];
  const path = join(dataFolder, 'logs', `prepared-${service}-${operations}.log`);
  mkdirSync(join(dataFolder, 'logs'), { recursive: true });
  const log = createWriteStream(path);
  await once(log, 'open');
  const settings = {
    MONGODB_URI: server.uri('prepared'),
    INDEXES: indexes,
    OPERATIONS_PORT: String(operations),
    [`${service.toUpperCase()}_RPC_ADDRESS`]: `127.0.0.1:${rpc}`,
  };
  const child = spawn(program!, args, { env: { ...env, ...settings }, stdio: ['ignore', log, log] });
  children.push(child);
  return { child, operations: `http://127.0.0.1:${operations}/readyz`, log: () => readFileSync(path, 'utf8') };
};

const exit = async ({ child, log }: Started): Promise<number | null> => {
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0 && code !== null) throw new Error(`ended with ${code}: ${log().slice(-2_000)}`);
  return code;
};

const readiness = (url: string): Promise<{ status: number; checks: Record<string, unknown> }> =>
  new Promise((resolve, reject) => {
    get(url, { agent: false, timeout: 2_000 }, (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => void (text += chunk.toString()));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, ...(JSON.parse(text) as { checks: Record<string, unknown> }) }),
      );
    }).on('error', reject);
  });

it('given an empty database, then a pod is not ready and logs the missing indexes; after the job it is ready', async () => {
  const pod = await start('auth', 'check');
  const before = await eventually(() => readiness(pod.operations), { timeoutMs: 30_000 });
  expect(before).toMatchObject({ status: 503, checks: { database: false } });
  await eventually(() => expect(pod.log()).toContain('indexes.missing'));
  expect(pod.log()).toContain('sessions.expires_1');

  const job = await start('auth', 'only');
  expect(await exit(job)).toBe(0);
  expect(job.log()).toContain('database.prepared');
  await eventually(async () => expect(await readiness(pod.operations)).toMatchObject({ status: 200 }), {
    timeoutMs: 15_000,
  });
  const next = await start('auth', 'check');
  await eventually(async () => expect(await readiness(next.operations)).toMatchObject({ status: 200 }), {
    timeoutMs: 30_000,
  });
  expect(next.log()).not.toContain('indexes.missing');
}, 120_000);

it('the job of each service exits with 0 on an empty and on a prepared database, without a broker', async () => {
  for (const service of SERVICES)
    for (let round = 1; round <= 2; round += 1)
      expect([service, await exit(await start(service, 'only'))]).toEqual([service, 0]);
}, 180_000);

it('given a job that was killed during a migration, then the next job completes it', async () => {
  const connection = await mongoose.createConnection(server.uri('prepared')).asPromise();
  try {
    const database = connection.getClient().db('porchlight_people');
    const [people, ledger] = [
      database.collection<{ _id: number }>('people'),
      database.collection<{ _id: string }>('migrations'),
    ];
    await Promise.all([people.deleteMany({}), ledger.deleteMany({})]);
    const old = (id: number) => ({
      _id: 2 ** 32 + id,
      accountId: 1,
      id,
      version: 1,
      created: new Date(),
      updated: new Date(),
      ...{ firstName: 'Old', lastName: '', name: 'Old', stageId: 1, source: '<unspecified>', createdVia: 'API' },
      ...{ emails: [], phones: [], addresses: [], tags: [], collaboratorIds: [], identities: [], contacted: false },
      lastActivity: new Date(),
      lastCall: null,
      emailsSent: id % 2 ? null : 3,
    });
    await people.insertMany(Array.from({ length: OLD_PEOPLE }, (_, at) => old(at + 1)) as never[]);
    const job = await start('people', 'only');
    const [line] = await eventually(
      async () => {
        const found = await ledger.find({ _id: MIGRATION }).toArray();
        expect(found).toMatchObject([{ state: 'running' }]);
        job.child.kill('SIGKILL');
        return found;
      },
      { timeoutMs: 30_000, intervalMs: 2 },
    );
    expect(await exit(job)).toBeNull();
    expect(await people.countDocuments({ lastCall: null })).toBeGreaterThan(0);
    expect(line).not.toHaveProperty('doneAt');

    expect(await exit(await start('people', 'only'))).toBe(0);
    const done = { state: 'done', batches: OLD_PEOPLE / 500 + 1 };
    expect(await ledger.find({ _id: MIGRATION }).toArray()).toMatchObject([done]);
    const documents = await people.find({}).toArray();
    expect(documents).toHaveLength(OLD_PEOPLE);
    expect(
      documents.filter((person) => 'lastCall' in person || (person as { emailsSent?: unknown }).emailsSent === null),
    ).toEqual([]);
    expect(documents.filter((person) => (person as { emailsSent?: unknown }).emailsSent === 3)).toHaveLength(
      OLD_PEOPLE / 2,
    );
  } finally {
    await connection.close();
  }
}, 120_000);
