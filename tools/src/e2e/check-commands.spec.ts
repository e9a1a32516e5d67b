import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMetrics } from '@porchlight/runtime';
import { captureLogger } from '@porchlight/testkit';
import { checkCommands } from './check-commands';

const metrics = createMetrics({ service: 'people', processMetrics: false });
const commands = metrics.counter('store_commands_total', 'Commands.', ['accounts']);
commands.inc({ accounts: 'named' }, 12);
commands.inc({ accounts: 'all' }, 3);

let logs: string;
let servers: Server[];
let operations: Record<string, string>;

const serve = (body: string): Promise<string> =>
  new Promise((resolve) => {
    const server = createServer((_, response) => response.end(body)).listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    );
    servers.push(server);
  });

beforeEach(async () => {
  logs = mkdtempSync(join(tmpdir(), 'porchlight-commands-'));
  servers = [];
  operations = { people: await serve(await metrics.registry.metrics()), deals: await serve('') };
});
afterEach(() => {
  for (const server of servers) server.close();
  rmSync(logs, { recursive: true, force: true });
});

const log = (name: string, event: string, statement: string): void => {
  const captured = captureLogger({ service: 'people' });
  captured.logger.error({ event, statement }, 'a statement names no account');
  writeFileSync(join(logs, name), `not JSON\n${captured.text()}`);
};

test('given commands that name their accounts, then they are counted', async () => {
  log('people.log', 'store.slow_statement', 'tasks: {dueAt}');
  expect(await checkCommands(operations, ['people'], logs)).toEqual({ named: 12, all: 3, problems: [] });
});

test('given a statement without account in the log of an ended process, then it is a problem', async () => {
  log('people.log.1', 'store.unrouted_statement', 'tasks: {"dueAt"}');
  const { problems } = await checkCommands(operations, ['people'], logs);
  expect(problems).toEqual(['people names no account: tasks: {"dueAt"}']);
});

test('given a service that has observed no command, then it is a problem', async () => {
  const { problems } = await checkCommands(operations, ['people', 'deals'], logs);
  expect(problems).toEqual(['deals has counted no commands']);
});
