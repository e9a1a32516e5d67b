import { randomBytes } from 'node:crypto';
import { createMemoryBus, formatTopic, type Bus } from '@porchlight/bus';
import { Change } from '@porchlight/contracts';
import { startDatabase, type TestDatabase } from '@porchlight/testkit';
import { openAccount, startDealsService, type Account, type DealsService } from './deals-service';

/** What the tests of one file share: a database, a bus, one service on them. Accounts are each test's own. */
export interface Suite {
  service: DealsService;
  readonly bus: Bus;
  readonly uri: string;
  readonly database: string;
  /** Changes on the service's topic. */
  readonly changes: Change[];
  /** Webhook names of one account, in order. */
  webhooks(accountId: number): string[];
  newAccount(): Promise<Account>;
}

/** Starts all before the tests of a file and ends it after them. */
export const useSuite = (): Suite => {
  const suite = {} as { -readonly [K in keyof Suite]: Suite[K] };
  let server: TestDatabase;
  beforeAll(async () => {
    server = await startDatabase();
    suite.database = `deals_${randomBytes(6).toString('hex')}`;
    suite.uri = server.uri(suite.database);
    suite.bus = createMemoryBus();
    suite.changes = [];
    await suite.bus.subscribe({
      group: 'test.listener',
      topics: [formatTopic('deals')],
      handler: async (batch) => void suite.changes.push(...batch.map(({ value }) => Change.decode(value))),
    });
    suite.webhooks = (accountId) =>
      suite.changes.filter((change) => change.accountId === accountId).flatMap((change) => change.webhookEvents);
    suite.service = await startDealsService(suite);
    suite.newAccount = () => openAccount(suite.service, suite.bus);
  }, 120_000);
  afterAll(async () => {
    await suite.service?.stop();
    await suite.bus?.close();
    await server?.stop();
  });
  return suite;
};
