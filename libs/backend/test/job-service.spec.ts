import { JobServiceDefinition } from '@porchlight/contracts';
import { column } from '@porchlight/store';
import { defineJob, done } from '../src';
import { openBackend } from '../src/open-backend';
import { openSurroundings } from './open-surroundings';

const OPERATOR = { accountId: 0, userId: 0, role: 'Operator' } as const;
const OWNER = { accountId: 1, userId: 1, role: 'Owner' } as const;
const NEVER = new AbortController().signal;

const greet = defineJob({
  name: 'greetings',
  key: { name: column.text },
  data: {},
  every: '1s',
  stepTimeout: '1s',
  maxTries: 1,
  step: (fails: { now: boolean }) => async () => {
    if (fails.now) throw new Error('no voice');
    return done();
  },
});

describe('jobs for operators', () => {
  let surroundings: Awaited<ReturnType<typeof openSurroundings>>;
  let service: ReturnType<typeof surroundings.connect>;
  let listJobs: (deadLimit?: number) => Promise<{ kinds: object[]; deadJobs: object[] }>;
  let retryJobs: (request: { kind: string; accountId: number; key?: string }) => Promise<{ restarted: number }>;
  const fails = { now: true };
  let worker: { look(signal: AbortSignal): Promise<boolean> };
  let stop: () => Promise<void>;

  beforeAll(async () => {
    surroundings = await openSurroundings('people');
    const clock = { ...surroundings.dependencies.clock };
    let aheadMs = 0;
    clock.now = () => surroundings.dependencies.clock.now() + aheadMs;
    clock.date = () => new Date(clock.now());
    const backend = await openBackend('people', { ...surroundings.dependencies, clock }, { resources: [] });
    const jobs = backend.openJobs(greet);
    worker = jobs.createWorker(fails);
    const rpcPort = await backend.start('127.0.0.1:0');
    service = surroundings.connect({ rpcPort, ready: backend.ready, stop: backend.stop });
    const client = service.createClient(JobServiceDefinition);
    listJobs = (deadLimit = 0) => client.listJobs({ deadLimit }, service.call(OPERATOR));
    retryJobs = (request) => client.retryJobs(request, service.call(OPERATOR));
    stop = async () => {
      await service.stop();
      await surroundings.close();
    };
    for (const [accountId, name] of [
      [1, 'ada'],
      [1, 'b/c'],
      [2, 'ada'],
    ] as const)
      await jobs.add(accountId, { name }, {});
    for (let round = 0; round < 4; round++) {
      await worker.look(NEVER);
      aheadMs += 2_000;
    }
  });
  afterAll(() => stop());

  const greetings = async () => (await listJobs()).kinds.find((one) => 'kind' in one && one.kind === 'greetings');

  it('given dead jobs, when an operator lists them, then each has account, key, tries, problem and time', async () => {
    const { kinds, deadJobs } = await listJobs(10);
    expect(kinds).toContainEqual({ kind: 'greetings', due: 0, oldestDueSeconds: 0, running: 0, dead: 3 });
    const dead = { kind: 'greetings', tries: 1, problem: 'no voice', since: expect.any(Date) };
    expect(deadJobs).toHaveLength(3);
    expect(deadJobs).toEqual(
      expect.arrayContaining([
        { ...dead, accountId: 1, key: 'ada' },
        { ...dead, accountId: 1, key: 'b%2Fc' },
        { ...dead, accountId: 2, key: 'ada' },
      ]),
    );
  });

  it('given no limit of dead jobs, when an operator lists jobs, then the response contains kinds only', async () => {
    expect((await listJobs()).deadJobs).toEqual([]);
  });

  it.each([
    ['a user calls', OWNER, { deadLimit: 0 }, { reason: 'FORBIDDEN' }],
    ['the limit is too high', OPERATOR, { deadLimit: 201 }, { reason: 'INVALID_BODY' }],
  ])('given that %s, when jobs are listed, then it is refused', async (_title, actor, request, refusal) => {
    const call = service.createClient(JobServiceDefinition).listJobs(request, service.call(actor));
    await expect(call).rejects.toMatchObject(refusal);
  });

  it.each([
    ['an unknown kind', { kind: 'shouts', accountId: 0 }, "Field 'kind' is 'shouts'; it must be one of"],
    ['a key without an account', { kind: 'greetings', accountId: 0, key: 'ada' }, "Field 'key' needs 'accountId'"],
  ])('given %s, when jobs are retried, then it is refused', async (_title, request, message) => {
    await expect(retryJobs(request)).rejects.toThrow(message);
  });

  it('given dead jobs whose cause is fixed, when they are retried, then they run to their end', async () => {
    fails.now = false;
    expect(await retryJobs({ kind: 'greetings', accountId: 1, key: 'b%2Fc' })).toMatchObject({ restarted: 1 });
    expect(await greetings()).toMatchObject({ due: 1, dead: 2 });
    expect(await retryJobs({ kind: 'greetings', accountId: 2 })).toMatchObject({ restarted: 1 });
    expect(await retryJobs({ kind: 'greetings', accountId: 0 })).toMatchObject({ restarted: 1 });
    while (await worker.look(NEVER));
    expect(await greetings()).toMatchObject({ due: 0, dead: 0 });
    expect(await retryJobs({ kind: 'greetings', accountId: 0 })).toMatchObject({ restarted: 0 });
  });
});
