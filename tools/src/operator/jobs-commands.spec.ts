import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTokenVerifier } from '@porchlight/access';
import { JobServiceDefinition } from '@porchlight/contracts';
import { createRpcServer, type RpcServer } from '@porchlight/rpc';
import { createMetrics, systemClock } from '@porchlight/runtime';
import { captureLogger, createTestKeys } from '@porchlight/testkit';
import { Command, Option } from 'commander';
import { scratchFolder } from '../../test/scratch-folder';
import { addJobsCommands } from './jobs-commands';

const folder = scratchFolder();
const requests: object[] = [];
const log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
let server: RpcServer;
let address: string;

beforeAll(async () => {
  const keys = createTestKeys();
  writeFileSync(join(folder, 'key.pem'), keys.signingKey);
  server = createRpcServer({
    verifier: createTokenVerifier({ publicKey: keys.publicKey, audience: 'people', clock: systemClock }),
    logger: captureLogger({ service: 'people', level: 'warn' }).logger,
    metrics: createMetrics({ service: 'people', processMetrics: false }),
    clock: systemClock,
  });
  server.add(
    JobServiceDefinition,
    {
      listJobs: async (request) => {
        requests.push(request);
        const dead = { kind: 'imports', accountId: 7, key: '3', tries: 10, problem: 'no file\n', since: new Date(0) };
        return {
          kinds: [{ kind: 'imports', due: 2, oldestDueSeconds: 61.4, running: 1, dead: 1 }],
          deadJobs: request.deadLimit > 0 ? [dead] : [],
        };
      },
      // Two calls: 500 jobs, then the rest.
      retryJobs: async (request) => {
        requests.push(request);
        const isFirst = requests.length === 1 && request.key === undefined;
        return isFirst ? { restarted: 500, more: true } : { restarted: 3, more: false };
      },
    },
    { roles: ['Operator'] },
  );
  address = `127.0.0.1:${await server.listen('127.0.0.1', 0)}`;
});
afterAll(async () => {
  log.mockRestore();
  await server.stop(1_000);
});
beforeEach(() => {
  requests.length = 0;
  log.mockClear();
});

const run = (...words: string[]): Promise<Command> => {
  const program = new Command()
    .option('--address <address>')
    .option('--signing-key <file>')
    .addOption(new Option('--json').implies({ output: 'json' }))
    .exitOverride();
  program.configureOutput({ writeErr: () => undefined });
  addJobsCommands(program);
  const target = ['--address', address, '--signing-key', join(folder, 'key.pem')];
  return program.parseAsync([...target, 'jobs', ...words], { from: 'user' });
};
const output = (): string => log.mock.calls[0]?.[0] as string;

describe('porchlight jobs', () => {
  it('given a service, when its jobs are listed, then each kind has a row with its counts', async () => {
    await run('--service', 'people');
    expect(output()).toMatch(/people +│ imports +│ 2 +│ 61 s +│ 1 +│ 1/);
  });

  it('given --failed, when dead jobs are listed, then each has its account, key, tries, time and problem', async () => {
    await run('--service', 'people', '--failed', '--limit', '5');
    expect(requests).toEqual([{ deadLimit: 5 }]);
    expect(output()).toMatch(/people +│ imports +│ 7 +│ 3 +│ 10 +│ 1970-01-01T00:00:00.000Z +│ no file·/);
  });

  it('given --json, when kinds are listed, then the output is an array of kinds', async () => {
    await run('--service', 'people', '--json');
    expect(JSON.parse(output())).toEqual([
      { service: 'people', kind: 'imports', due: 2, oldestDueSeconds: 61.4, running: 1, dead: 1 },
    ]);
  });

  it('given more dead jobs than a call restarts, when all are retried, then the command repeats the call', async () => {
    await run('retry', 'people', 'imports', '--all');
    expect(requests).toEqual([
      { kind: 'imports', accountId: 0 },
      { kind: 'imports', accountId: 0 },
    ]);
    expect(output()).toBe("503 restarted; 'jobs' shows when they are done.");
  });

  it('given the key of a job, when it is retried, then only this job of the account is requested', async () => {
    await run('retry', 'people', 'imports', '3', '--account', '7');
    expect(requests).toEqual([{ kind: 'imports', accountId: 7, key: '3' }]);
  });

  it.each([
    ['neither a key nor --all', ['imports'], 'Give the key of a job, or --all.'],
    ['a key and --all', ['imports', '3', '--all'], 'Give the key of a job, or --all.'],
    ['a key without an account', ['imports', '3'], 'A key needs --account.'],
  ])('given %s, when jobs are retried, then the command is refused before a call', async (_title, words, message) => {
    await expect(run('retry', 'people', ...words)).rejects.toThrow(message);
    expect(requests).toEqual([]);
  });
});
