import type { Role } from '@porchlight/access';
import { formatTopic } from '@porchlight/bus';
import { Change } from '@porchlight/contracts';
import type { Descriptor, Row } from '@porchlight/resource';
import { randomAccountId } from '@porchlight/testkit';
import { openBackend, type Backend } from '../src/open-backend';
import { openSurroundings } from './open-surroundings';
import type { ServiceUnderTest } from './service';

export interface ResourceUnderTest {
  /** The API of one user of an account, as over HTTP. */
  as(role: Role, accountId: number): ReturnType<ReturnType<ServiceUnderTest['as']>['on']>;
  /** Types of the changes of an account on the service's topic, in order. */
  changes(accountId: number): string[];
  newAccount(): number;
}

const START_MS = 120_000;

/**
 * Runs one resource of a service over RPC on a real database, without other services; starts before the tests of a file
 * and stops after them.
 */
export const useResource = <R extends Row>(
  descriptor: Descriptor<R>,
  serve: (backend: Backend) => void = () => undefined,
): ResourceUnderTest => {
  const { service } = descriptor;
  const changes: Change[] = [];
  let surroundings: Awaited<ReturnType<typeof openSurroundings>> | undefined;
  let running: ServiceUnderTest | undefined;

  beforeAll(async () => {
    surroundings = await openSurroundings(service);
    const { dependencies, connect } = surroundings;
    const backend = await openBackend(service, dependencies, { resources: [descriptor] });
    serve(backend);
    running = connect({ ...backend, rpcPort: await backend.start('127.0.0.1:0') });
    await dependencies.bus.subscribe({
      group: 'test.listener',
      topics: [formatTopic(service)],
      handler: async (batch) => void changes.push(...batch.map(({ value }) => Change.decode(value))),
    });
  }, START_MS);
  afterAll(async () => {
    await running?.stop();
    await surroundings?.close();
  });

  return {
    as: (role, accountId) => running!.as({ accountId, userId: 1, role, userName: `The ${role}` }).on(descriptor),
    changes: (accountId) =>
      changes
        .filter((one) => one.accountId === accountId)
        .map(({ resource, verb }) => `${service}.${resource}.${verb}`),
    newAccount: randomAccountId,
  };
};
