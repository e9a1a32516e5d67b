import { randomBytes } from 'node:crypto';
import { createMemoryBus, type Bus } from '@porchlight/bus';
import { createIds, createMetrics, systemClock } from '@porchlight/runtime';
import { captureLogger, createTestKeys, startDatabase, type TestKeys } from '@porchlight/testkit';
import type * as z from 'zod';
import type { backendFields, BackendDependencies } from '../src';

/** Configuration of every service. */
type BackendFields = z.output<z.ZodObject<typeof backendFields>>;

/** Dependencies of a service under test. */
export interface Surroundings {
  readonly dependencies: BackendDependencies<BackendFields> & { readonly bus: Bus };
  readonly keys: TestKeys;
  close(): Promise<void>;
}

/** Creates a database and keys of one service, and a bus within the process. */
export const openSurroundings = async (service: string): Promise<Surroundings> => {
  const server = await startDatabase();
  const database = `${service}_${randomBytes(6).toString('hex')}`;
  const bus = createMemoryBus();
  const keys = createTestKeys();
  const clock = systemClock;
  return {
    dependencies: {
      config: {
        LOG_LEVEL: 'warn',
        OPERATIONS_HOST: '127.0.0.1',
        OPERATIONS_PORT: 0,
        MONGODB_URI: server.uri(database),
        CHECK_SHARD_KEYS: 'on' as const,
        KAFKA_BROKERS: ['127.0.0.1:1'],
        INTERNAL_TOKEN_PUBLIC_KEY_FILE: keys.publicKey,
        NEXT_TOKEN_KEY_FILE: randomBytes(32),
      },
      logger: captureLogger({ service, level: 'warn' }).logger,
      clock,
      ids: createIds({ clock }),
      metrics: createMetrics({ service, processMetrics: false }),
      bus,
      database,
    },
    keys,
    close: async () => {
      await bus.close();
      await server.stop();
    },
  };
};
