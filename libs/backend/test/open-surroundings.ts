import { randomBytes } from 'node:crypto';
import { createMemoryBus } from '@porchlight/bus';
import { startDatabase } from '@porchlight/testkit';
import { createServiceContext } from './service';

/** Creates a database and keys of one service, and a bus within the process. */
export const openSurroundings = async (service: string) => {
  const server = await startDatabase();
  const database = `${service}_${randomBytes(6).toString('hex')}`;
  const bus = createMemoryBus();
  const { dependencies, config, connect } = createServiceContext(service, {
    uri: server.uri(database),
    database,
    bus,
  });
  return {
    /** The dependencies of `openBackend`. */
    dependencies: { ...dependencies, config },
    connect,
    close: async (): Promise<void> => {
      await bus.close();
      await server.stop();
    },
  };
};
