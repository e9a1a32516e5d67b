import { randomBytes } from 'node:crypto';
import { createMemoryBus, type Bus } from '@porchlight/bus';
import { startDatabase, type TestDatabase } from '@porchlight/testkit';
import {
  listen,
  openAccount,
  startMarketingService,
  type Account,
  type CollectedMessages,
  type MarketingService,
} from './marketing-service';

/** What the tests of one file share: a database, a bus, one service on them. Accounts are each test's own. */
export interface Suite {
  service: MarketingService;
  readonly bus: Bus;
  readonly collected: CollectedMessages;
  readonly uri: string;
  readonly database: string;
  newAccount(): Promise<Account>;
}

/** Starts all before the tests of a file and ends it after them. */
export const useSuite = (): Suite => {
  const suite = {} as { -readonly [K in keyof Suite]: Suite[K] };
  let server: TestDatabase;
  beforeAll(async () => {
    server = await startDatabase();
    suite.database = `marketing_${randomBytes(6).toString('hex')}`;
    suite.uri = server.uri(suite.database);
    suite.bus = createMemoryBus();
    suite.collected = await listen(suite.bus);
    suite.service = await startMarketingService(suite);
    suite.newAccount = () => openAccount(suite.service, suite.bus);
  }, 120_000);
  afterAll(async () => {
    await suite.service?.stop();
    await suite.bus?.close();
    await server?.stop();
  });
  return suite;
};
