import { randomBytes } from 'node:crypto';
import { createMemoryBus, type Bus } from '@porchlight/bus';
import type { BackendName } from '@porchlight/contracts';
import { startDatabase, type TestDatabase } from '@porchlight/testkit';

/** Shared by the tests of one file: a database, a bus and one service on them. Each test has its own accounts. */
export interface ServiceSuite<Service, Account, Collected> {
  service: Service;
  readonly bus: Bus;
  /** The changes that the service publishes. */
  readonly collected: Collected;
  readonly uri: string;
  readonly database: string;
  newAccount(): Promise<Account>;
}

/** How to start a service on a database and a bus, how to collect what it publishes, and how to create an account. */
export interface SuiteParts<Service, Account, Collected> {
  start(surroundings: { uri: string; database: string; bus: Bus }): Promise<Service>;
  collect(bus: Bus): Promise<Collected>;
  openAccount(service: Service, bus: Bus): Promise<Account>;
}

const START_TIMEOUT_MS = 120_000;

/** Starts the service before the tests of a file and stops it after them. */
export const useServiceSuite = <Service extends { stop(): Promise<void> }, Account, Collected>(
  name: BackendName,
  { start, collect, openAccount }: SuiteParts<Service, Account, Collected>,
): ServiceSuite<Service, Account, Collected> => {
  type Suite = ServiceSuite<Service, Account, Collected>;
  const suite = {} as { -readonly [K in keyof Suite]: Suite[K] };
  let server: TestDatabase;
  beforeAll(async () => {
    server = await startDatabase();
    suite.database = `${name}_${randomBytes(6).toString('hex')}`;
    suite.uri = server.uri(suite.database);
    suite.bus = createMemoryBus();
    suite.collected = await collect(suite.bus);
    suite.service = await start(suite);
    suite.newAccount = () => openAccount(suite.service, suite.bus);
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    await suite.service?.stop();
    await suite.bus?.close();
    await server?.stop();
  });
  return suite;
};
