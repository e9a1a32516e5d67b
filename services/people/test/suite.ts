import { randomBytes } from 'node:crypto';
import { createKafkaBus, createMemoryBus, type Bus } from '@porchlight/bus';
import { addressList, loadConfig, systemClock } from '@porchlight/runtime';
import * as z from 'zod';
import { captureLogger, startDatabase, type TestDatabase } from '@porchlight/testkit';
import type { CollectedChanges } from '@porchlight/backend/test/service';
import { listen, openAccount, startPeopleService, type Account, type PeopleService } from './people-service';

/** Shared by the tests of one file: a database, a bus and one service. Each test has its own accounts. */
export interface Suite {
  service: PeopleService;
  readonly bus: Bus;
  readonly collected: CollectedChanges;
  readonly uri: string;
  readonly database: string;
  newAccount(): Promise<Account>;
}

const schema = z.object({ PEOPLE_TEST_KAFKA_BROKERS: addressList().optional() });

/**
 * Kafka when PEOPLE_TEST_KAFKA_BROKERS names it, else a bus inside the process. Over Kafka run the files one after
 * another (--runInBand): services of several files would share their groups.
 */
const openBus = (): Bus => {
  const { PEOPLE_TEST_KAFKA_BROKERS: brokers } = loadConfig(schema);
  if (!brokers) return createMemoryBus();
  return createKafkaBus({ brokers, clientId: 'people.test', logger: captureLogger().logger, clock: systemClock });
};

/** Starts the service before the tests of a file and stops it after them. */
export const useSuite = (): Suite => {
  const suite = {} as { -readonly [K in keyof Suite]: Suite[K] };
  let server: TestDatabase;
  beforeAll(async () => {
    server = await startDatabase();
    suite.database = `people_${randomBytes(6).toString('hex')}`;
    suite.uri = server.uri(suite.database);
    suite.bus = openBus();
    suite.collected = await listen(suite.bus);
    suite.service = await startPeopleService(suite);
    suite.newAccount = () => openAccount(suite.service, suite.bus);
  }, 120_000);
  afterAll(async () => {
    await suite.service?.stop();
    await suite.bus?.close();
    await server?.stop();
  });
  return suite;
};
