import { createTokenMinter, GATEWAY, type Role } from '@porchlight/access';
import { formatTopic } from '@porchlight/bus';
import { Change } from '@porchlight/contracts';
import type { Descriptor, Row } from '@porchlight/resource';
import { createChannel, type Channel } from '@porchlight/rpc';
import { randomAccountId } from '@porchlight/testkit';
import { openBackend, type Backend } from '../src';
import { openSurroundings, type Surroundings } from './open-surroundings';
import { createResourceClients } from './service/resource-clients';

export interface ResourceUnderTest {
  /** The API of one user of an account, as over HTTP. */
  as(role: Role, accountId: number): ReturnType<ReturnType<typeof createResourceClients>['on']>;
  /** Types of the changes of an account on the service's topic, in order. */
  changes(accountId: number): string[];
  newAccount(): number;
}

const TIMEOUT_MS = 20_000;
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
  let surroundings: Surroundings | undefined;
  let backend: Backend | undefined;
  let channel: Channel | undefined;
  let clients: ReturnType<typeof createResourceClients>;

  beforeAll(async () => {
    surroundings = await openSurroundings(service);
    const { dependencies, keys } = surroundings;
    backend = await openBackend(service, dependencies, { resources: [descriptor] });
    serve(backend);
    const port = await backend.start('127.0.0.1:0');
    await dependencies.bus.subscribe({
      group: 'test.listener',
      topics: [formatTopic(service)],
      handler: async (batch) => void changes.push(...batch.map(({ value }) => Change.decode(value))),
    });
    const minter = createTokenMinter({ signingKey: keys.signingKey, issuer: GATEWAY, clock: dependencies.clock });
    channel = createChannel({
      address: `127.0.0.1:${port}`,
      mint: (actor) => minter.mint(actor, service),
      logger: dependencies.logger,
      clock: dependencies.clock,
    });
    clients = createResourceClients(channel);
  }, START_MS);
  afterAll(async () => {
    await channel?.close();
    await backend?.stop(AbortSignal.timeout(TIMEOUT_MS));
    await surroundings?.close();
  });

  return {
    as: (role, accountId) => clients.on({ accountId, userId: 1, role, userName: `The ${role}` }, descriptor),
    changes: (accountId) =>
      changes
        .filter((one) => one.accountId === accountId)
        .map(({ resource, verb }) => `${service}.${resource}.${verb}`),
    newAccount: randomAccountId,
  };
};
