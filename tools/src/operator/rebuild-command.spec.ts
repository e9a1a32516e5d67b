import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTokenVerifier } from '@porchlight/access';
import { CopyServiceDefinition } from '@porchlight/contracts';
import { createRpcServer, type RpcServer } from '@porchlight/rpc';
import { createMetrics, systemClock } from '@porchlight/runtime';
import { captureLogger, createTestKeys } from '@porchlight/testkit';
import { Command, Option } from 'commander';
import { scratchFolder } from '../../test/scratch-folder';
import { addRebuildCommand, COPYING_SERVICES } from './rebuild-command';

let server: RpcServer;
let address: string;
const folder = scratchFolder();
const requests: object[] = [];
const log = jest.spyOn(console, 'log').mockImplementation(() => undefined);

beforeAll(async () => {
  const keys = createTestKeys();
  writeFileSync(join(folder, 'key.pem'), keys.signingKey);
  const createVerifier = (audience: string) =>
    createTokenVerifier({ publicKey: keys.publicKey, audience, clock: systemClock });
  server = createRpcServer({
    verifier: {
      verify: (token) =>
        createVerifier('deals')
          .verify(token)
          .catch(() => createVerifier('marketing').verify(token)),
    },
    logger: captureLogger({ service: 'stand-in', level: 'warn' }).logger,
    metrics: createMetrics({ service: 'stand-in', processMetrics: false }),
    clock: systemClock,
  });
  const kind = (name: string, fetched: number) => ({ kind: name, fetched });
  server.add(
    CopyServiceDefinition,
    {
      // Three calls: people, the remaining people, inquiries.
      rebuildCopies: async (request) => {
        requests.push(request);
        const { after } = request;
        if (after === 'inquiries/read/700') return { kinds: [kind('inquiries', 3)], dropped: 0, next: '' };
        if (after === 'people/read/100')
          return { kinds: [kind('people', 50), kind('inquiries', 100)], dropped: 0, next: 'inquiries/read/700' };
        return { kinds: [kind('people', 100), kind('users', 5)], dropped: 2, next: 'people/read/100' };
      },
    },
    { roles: ['Operator'] },
  );
  address = `127.0.0.1:${await server.listen('127.0.0.1', 0)}`;
});
afterAll(async () => {
  log.mockRestore();
  await server?.stop(1_000);
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
  addRebuildCommand(program);
  return program.parseAsync(['--address', address, '--signing-key', join(folder, 'key.pem'), 'rebuild', ...words], {
    from: 'user',
  });
};

it('rebuild marketing calls the service until all copies are read, and prints the totals', async () => {
  await run('marketing', '--account', '7');
  expect(requests).toEqual([
    { accountId: 7, after: '' },
    { accountId: 7, after: 'people/read/100' },
    { accountId: 7, after: 'inquiries/read/700' },
  ]);
  expect(log).toHaveBeenCalledWith('150 people, 5 users and 103 inquiries fetched, 2 copies dropped.');
});

it('rebuild deals prints the totals as JSON with --json', async () => {
  await run('deals', '--account', '8', '--json');
  expect(JSON.parse(log.mock.calls[0]?.[0] as string)).toEqual({ people: 150, users: 5, inquiries: 103, dropped: 2 });
});

it('an invalid account id is refused before a call', async () => {
  await expect(run('marketing', '--account', 'x')).rejects.toThrow('An id is a whole number from 1.');
  expect(requests).toEqual([]);
});

it('given the services that declare copies, then each has a command', () => {
  const services = join(__dirname, '..', '..', '..', 'services');
  const copying = readdirSync(services).filter((service) =>
    existsSync(join(services, service, 'src', 'copies', `${service}-copies.ts`)),
  );
  expect(COPYING_SERVICES.toSorted()).toEqual(copying.sort());
});
