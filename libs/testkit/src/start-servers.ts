import { KafkaContainer } from '@testcontainers/kafka';
import { MongoDBContainer } from '@testcontainers/mongodb';
import { chooseSource, type Source } from './choose-source';
import { findContainerEngine } from './find-container-engine';
import { startKafka } from './kafka';
import { startDatabase } from './start-database';

/** A server that the test files of a project share. */
export type ServerName = 'database' | 'kafka';

interface SharedServer {
  readonly address: string;
  stop(): Promise<unknown>;
}

/** How to start a server, and the variable that passes its address to the test files. */
interface ServerKind {
  readonly variable: string;
  readonly image: string;
  startContainer(image: string): Promise<SharedServer>;
  startProgram(): Promise<SharedServer>;
}

const KAFKA_PORT = 9093;
const KINDS: Readonly<Record<ServerName, ServerKind>> = {
  database: {
    variable: 'TEST_MONGODB_URI',
    image: 'mongo:8.0',
    async startContainer(image) {
      const server = await new MongoDBContainer(image).start();
      const address = `${server.getConnectionString()}/?directConnection=true&retryWrites=false`;
      return { address, stop: () => server.stop() };
    },
    async startProgram() {
      // Tests that kill a database start their own.
      const server = await startDatabase({ isDurable: false });
      return { address: server.uri(''), stop: () => server.stop() };
    },
  },
  kafka: {
    variable: 'TEST_KAFKA_BROKERS',
    // KafkaContainer supports this distribution of Kafka only.
    image: 'confluentinc/cp-kafka:7.9.1',
    async startContainer(image) {
      const server = await new KafkaContainer(image).withKraft().start();
      return { address: `${server.getHost()}:${server.getMappedPort(KAFKA_PORT)}`, stop: () => server.stop() };
    },
    async startProgram() {
      const server = await startKafka();
      return { address: server.brokers.join(','), stop: () => server.stop() };
    },
  },
};

/** The servers of a project's test files. */
export interface Servers {
  /** One line that says where each server comes from. */
  readonly report: string;
  stop(): Promise<void>;
}

/**
 * Starts servers for all test files of a project and sets TEST_MONGODB_URI and TEST_KAFKA_BROKERS, which
 * `startDatabase` and `startKafka` use. A server whose variable is set is not started.
 */
export const startServers = async (names: readonly ServerName[]): Promise<Servers> => {
  const started = await Promise.all(names.map(startOne));
  return {
    report: `Test servers: ${started.map(({ report }) => report).join(', ')}.`,
    async stop() {
      await Promise.all(started.map(({ server }) => server?.stop()));
    },
  };
};

const startOne = async (name: ServerName): Promise<{ report: string; server?: SharedServer }> => {
  const { variable, image, startContainer, startProgram } = KINDS[name];
  const address = process.env[variable];
  const source: Source = await chooseSource({ address, image, findEngine: findContainerEngine });
  if (source === 'address') return { report: `${name} of ${variable}` };
  const server = await (source === 'container' ? startContainer(image) : startProgram());
  process.env[variable] = server.address;
  return {
    server,
    report: `${name} by ${source === 'container' ? `testcontainers (${image})` : 'an embedded program'}`,
  };
};
