import { createTokenMinter, GATEWAY, type Actor, type Role } from '@porchlight/access';
import { formatTopic } from '@porchlight/bus';
import { Change } from '@porchlight/contracts';
import {
  createRenderer,
  parseBody,
  parseListQuery,
  formatRpcMethod,
  type Descriptor,
  type Row,
  type Verb,
} from '@porchlight/resource';
import { createChannel, createRpcClient, type Channel, type ServiceDefinition } from '@porchlight/rpc';
import { randomAccountId } from '@porchlight/testkit';
import { openBackend, type Backend } from '../src';
import { openSurroundings, type Surroundings } from './open-surroundings';

/** A record as the API returns it. */
export type Json = Record<string, unknown>;

/** The verbs of a resource for one user. */
export interface ResourceUser {
  create(body: object): Promise<Json>;
  get(id: number): Promise<Json>;
  list(query?: string): Promise<{ readonly total: number; readonly records: Json[] }>;
  update(id: number, body: object): Promise<Json>;
  remove(id: number): Promise<void>;
}

export interface ResourceUnderTest {
  /** The API of one user of an account, as over HTTP. */
  as(role: Role, accountId: number): ResourceUser;
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
  let call: (verb: Verb, actor: Actor, request: object) => Promise<any>;

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
    const client = createRpcClient(descriptor.definition as ServiceDefinition, channel);
    call = (verb, actor, request) =>
      client[formatRpcMethod(descriptor, verb)]!(request, { actor, timeoutMs: TIMEOUT_MS });
  }, START_MS);
  afterAll(async () => {
    await channel?.close();
    await backend?.stop(AbortSignal.timeout(TIMEOUT_MS));
    await surroundings?.close();
  });

  const shown = (record: R): Json => createRenderer(descriptor)(record) as Json;
  return {
    as: (role, accountId) => {
      const actor: Actor = { accountId, userId: 1, role, userName: `The ${role}` };
      return {
        create: async (body) =>
          shown((await call('create', actor, { ...parseBody(descriptor, body, 'create'), options: {} })).record),
        get: async (id) => shown((await call('get', actor, { id, options: {} })).record),
        list: async (query = '') => {
          const { records, page } = await call('list', actor, {
            query: parseListQuery(descriptor, new URLSearchParams(query)).query,
          });
          return { total: page.total, records: records.map(shown) };
        },
        update: async (id, body) =>
          shown((await call('update', actor, { id, ...parseBody(descriptor, body, 'update'), options: {} })).record),
        remove: async (id) => void (await call('delete', actor, { id, options: {} })),
      };
    },
    changes: (accountId) =>
      changes
        .filter((one) => one.accountId === accountId)
        .map(({ resource, verb }) => `${service}.${resource}.${verb}`),
    newAccount: randomAccountId,
  };
};
