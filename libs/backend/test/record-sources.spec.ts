import { createTokenVerifier } from '@porchlight/access';
import {
  CONSUMER_CONTRACTS,
  EventServiceDefinition,
  PersonServiceDefinition,
  SERVICE_CALLS,
  UserServiceDefinition,
} from '@porchlight/contracts';
import { createRpcServer, type Handlers, type RpcServer, type ServiceDefinition } from '@porchlight/rpc';
import { createMetrics, systemClock } from '@porchlight/runtime';
import { captureLogger } from '@porchlight/testkit';
import { createRecordSources } from '../src/record-sources';
import { testKeys } from './service';

const PATHS = {
  people: '/porchlight.people.v1.PersonService/ListPeople',
  users: '/porchlight.auth.v1.UserService/ListUsers',
  inquiries: '/porchlight.people.v1.EventService/ListEvents',
};
let server: RpcServer | undefined;
afterEach(() => server?.stop(0));

/** A server of people and auth that records requests and returns empty lists. */
const startOriginals = async (issuer: string) => {
  const { logger } = captureLogger();
  const requests: object[] = [];
  const verifiers = ['people', 'auth'].map((audience) =>
    createTokenVerifier({ publicKey: `issuer: ${issuer}\n${testKeys.publicKey}`, audience, clock: systemClock }),
  );
  const [forPeople, forAuth] = verifiers;
  server = createRpcServer({
    verifier: { verify: (token) => forPeople!.verify(token).catch(() => forAuth!.verify(token)) },
    serviceCalls: SERVICE_CALLS,
    logger,
    metrics: createMetrics({ service: 'originals', processMetrics: false }),
    clock: systemClock,
  });
  const list = async (request: object) => {
    requests.push(request);
    return { records: [], page: { total: 0, next: '', warnings: [] } };
  };
  const add = <D extends ServiceDefinition>(definition: D): void => {
    const handlers = Object.keys(definition.methods).map((name) => [name, list]);
    server!.add(definition, Object.fromEntries(handlers) as Handlers<D>);
  };
  add(PersonServiceDefinition);
  add(UserServiceDefinition);
  add(EventServiceDefinition);
  const address = `127.0.0.1:${await server.listen('127.0.0.1', 0)}`;
  const config = {
    PEOPLE_RPC_ADDRESS: address,
    AUTH_RPC_ADDRESS: address,
    INTERNAL_TOKEN_PRIVATE_KEY_FILE: testKeys.signingKey,
  };
  const sources = createRecordSources(issuer, { config, logger, clock: systemClock });
  return { sources, requests };
};

test.each([
  ['deals', ['people', 'users']],
  ['marketing', ['people', 'users', 'inquiries']],
] as const)(
  'given the contract of %s, when it reads originals, then it sends the declared requests',
  async (name, kinds) => {
    const { sources, requests } = await startOriginals(name);
    for (const kind of kinds) await sources[kind](1, 0, AbortSignal.timeout(5_000));
    await sources.close();
    expect(requests).toEqual(kinds.map((kind) => CONSUMER_CONTRACTS[name]![PATHS[kind]]!.request));
  },
);
