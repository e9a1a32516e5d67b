import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTokenVerifier } from '@porchlight/access';
import { DealsMaintenanceServiceDefinition, MarketingMaintenanceServiceDefinition } from '@porchlight/contracts';
import { createRpcServer, type RpcServer } from '@porchlight/rpc';
import { createMetrics, systemClock } from '@porchlight/runtime';
import { captureLogger, createTestKeys } from '@porchlight/testkit';
import { Command } from 'commander';
import { scratchFolder } from '../../test/scratch-folder';
import { addRebuildCommand } from './rebuild-command';

let server: RpcServer;
let address: string;
const folder = scratchFolder();
const asked: object[] = [];
const said = jest.spyOn(console, 'log').mockImplementation(() => undefined);

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
  const operators = { roles: ['Operator'] as const };
  server.add(
    DealsMaintenanceServiceDefinition,
    {
      rebuildDealCopies: async (request) => {
        asked.push(request);
        const first = request.afterPersonId === 0;
        return { people: 100, users: first ? 5 : 0, dropped: 1, nextPersonId: first ? 100 : 0 };
      },
    },
    operators,
  );
  server.add(
    MarketingMaintenanceServiceDefinition,
    {
      // Three calls: people, the remaining people, inquiries.
      rebuildMarketingCopies: async (request) => {
        asked.push(request);
        const { afterPersonId, afterEventId } = request;
        if (afterEventId > 0) return { people: 0, users: 0, inquiries: 3, dropped: 0, nextPersonId: 0, nextEventId: 0 };
        if (afterPersonId > 0)
          return { people: 50, users: 0, inquiries: 100, dropped: 0, nextPersonId: 0, nextEventId: 700 };
        return { people: 100, users: 5, inquiries: 0, dropped: 2, nextPersonId: 100, nextEventId: 0 };
      },
    },
    operators,
  );
  address = `127.0.0.1:${await server.listen('127.0.0.1', 0)}`;
});
afterAll(async () => {
  said.mockRestore();
  await server?.stop(1_000);
});
beforeEach(() => {
  asked.length = 0;
  said.mockClear();
});

const run = (...words: string[]): Promise<Command> => {
  const program = new Command()
    .option('--address <address>')
    .option('--signing-key <file>')
    .option('--json')
    .exitOverride();
  program.configureOutput({ writeErr: () => undefined });
  addRebuildCommand(program);
  return program.parseAsync(['--address', address, '--signing-key', join(folder, 'key.pem'), 'rebuild', ...words], {
    from: 'user',
  });
};

it('rebuild marketing calls the service until all copies are read, and prints the totals', async () => {
  await run('marketing', '--account', '7');
  expect(asked).toEqual([
    { accountId: 7, afterPersonId: 0, afterEventId: 0 },
    { accountId: 7, afterPersonId: 100, afterEventId: 0 },
    { accountId: 7, afterPersonId: 0, afterEventId: 700 },
  ]);
  expect(said).toHaveBeenCalledWith('150 people, 5 users and 103 property inquiries fetched, 2 copies dropped.');
});

it('rebuild deals prints the totals as JSON with --json', async () => {
  await run('deals', '--account', '8', '--json');
  expect(asked).toEqual([
    { accountId: 8, afterPersonId: 0 },
    { accountId: 8, afterPersonId: 100 },
  ]);
  expect(JSON.parse(said.mock.calls[0]?.[0] as string)).toEqual({ people: 200, users: 5, dropped: 2 });
  await run('deals', '--account', '8');
  expect(said).toHaveBeenLastCalledWith('200 people and 5 users fetched, 2 copies dropped.');
});

it('an invalid account id is refused before a call', async () => {
  await expect(run('marketing', '--account', 'x')).rejects.toThrow('An id is a whole number from 1.');
  expect(asked).toEqual([]);
});
