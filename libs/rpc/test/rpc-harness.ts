import { type Actor, createTokenMinter, createTokenVerifier, GATEWAY } from '@porchlight/access';
import { CredentialServiceDefinition } from '@porchlight/contracts/src/generated/porchlight/auth/v1/credential_service';
import {
  type Person,
  Person as PersonCodec,
  PersonServiceDefinition,
} from '@porchlight/contracts/src/generated/porchlight/people/v1/person_service';
import { StageServiceDefinition } from '@porchlight/contracts/src/generated/porchlight/people/v1/stage_service';
import { createMetrics, systemClock } from '@porchlight/runtime';
import { captureLogger, createTestKeys, randomAccountId } from '@porchlight/testkit';
import {
  type CallContext,
  type Channel,
  type ChannelOptions,
  type Handlers,
  type RpcServerOptions,
  type ServiceOptions,
  createChannel,
  createRpcClient,
  createRpcServer,
} from '../src';

export type PersonHandlers = Handlers<typeof PersonServiceDefinition>;

const unexpected = (): Promise<never> => Promise.reject(new Error('this handler is not part of the test'));

export const personHandlers = (some: Partial<PersonHandlers>): PersonHandlers => ({
  createPerson: unexpected,
  getPerson: unexpected,
  listPeople: unexpected,
  updatePerson: unexpected,
  deletePerson: unexpected,
  checkDuplicate: unexpected,
  listPossibleDuplicates: unexpected,
  savePeople: unexpected,
  mergePeople: unexpected,
  listUnclaimed: unexpected,
  claimPerson: unexpected,
  ignoreUnclaimed: unexpected,
  erasePerson: unexpected,
  importPeopleCsv: unexpected,
  getPeopleImport: unexpected,
  undoPeopleImport: unexpected,
  exportPerson: unexpected,
  ...some,
});

export const keys = createTestKeys();
export const minter = createTokenMinter({ signingKey: keys.signingKey, issuer: GATEWAY, clock: systemClock });
export const foreignMinter = createTokenMinter({
  signingKey: createTestKeys().signingKey,
  issuer: GATEWAY,
  clock: systemClock,
});

export const createActor = (role: Actor['role'] = 'Owner'): Actor => ({
  accountId: randomAccountId(),
  userId: 7,
  role,
});

/** A real server on its own port. */
export async function startPeer(
  handlers: Partial<PersonHandlers> = {},
  options: Partial<RpcServerOptions> & { person?: ServiceOptions; port?: number; host?: string } = {},
) {
  const log = captureLogger();
  const metrics = createMetrics({ service: 'test', processMetrics: false });
  const verifier = createTokenVerifier({ publicKey: keys.publicKey, audience: 'people', clock: systemClock });
  const server = createRpcServer({ verifier, logger: log.logger, metrics, clock: systemClock, ...options });
  server.add(PersonServiceDefinition, personHandlers(handlers), options.person);
  server.add(
    StageServiceDefinition,
    {
      createStage: unexpected,
      getStage: async () => ({}),
      listStages: unexpected,
      updateStage: unexpected,
      deleteStage: unexpected,
    } as Handlers<typeof StageServiceDefinition>,
    { roles: ['Owner', 'Broker'] },
  );
  server.add(
    CredentialServiceDefinition,
    {
      verifyApiKey: async ({ apiKey }) => ({
        valid: apiKey === 'right',
        accountId: 1,
        userId: 2,
        role: 'Agent',
        keyId: 3,
        userName: '',
        scopes: [],
      }),
      findOrigin: unexpected,
      verifySystem: async (_request, call) => ({ valid: true, name: `${call.actor.role}` }),
    } as Handlers<typeof CredentialServiceDefinition>,
    { public: true },
  );
  const port = await server.listen(options.host ?? '127.0.0.1', options.port ?? 0);
  return { server, port, address: `127.0.0.1:${port}`, log, metrics };
}

/** A channel with clients of the three services. */
export function dial(address: string, options: Partial<ChannelOptions> = {}) {
  const log = captureLogger();
  const channel: Channel = createChannel({
    address,
    mint: (actor) => minter.mint(actor, 'people'),
    logger: log.logger,
    clock: systemClock,
    ...options,
  });
  return {
    channel,
    log,
    people: createRpcClient(PersonServiceDefinition, channel),
    stages: createRpcClient(StageServiceDefinition, channel),
    credentials: createRpcClient(CredentialServiceDefinition, channel),
  };
}

/** A promise with external settlement, and a flag for a waiting consumer. */
export function gate<T = void>(): { readonly promise: Promise<T>; open(value: T): void } {
  const { promise, resolve } = Promise.withResolvers<T>();
  return { promise, open: resolve };
}

/** The resources of the tests of a file, closed in reverse order after each test. */
export function useScope() {
  const open: (() => Promise<unknown>)[] = [];
  const add = (close: () => Promise<unknown>): void => void open.push(close);
  afterEach(async () => {
    for (const close of open.splice(0).reverse()) await close();
  });
  return {
    add,
    async peer(...args: Parameters<typeof startPeer>) {
      const peer = await startPeer(...args);
      add(() => peer.server.stop(0));
      return peer;
    },
    dial(...args: Parameters<typeof dial>) {
      const client = dial(...args);
      add(() => client.channel.close());
      return client;
    },
  };
}

/** A handler that waits for `end`, and the contexts of its calls. */
export function waitingHandler() {
  const calls: CallContext[] = [];
  const end = gate();
  const getPerson: PersonHandlers['getPerson'] = async ({ id }, call) => {
    calls.push(call);
    await end.promise;
    return { record: createPerson({ id }) };
  };
  return { calls, end, getPerson };
}

export const byId = (id: number) => ({ id, options: {} });

export { PersonServiceDefinition };

/** A person in the wire format with some fields set. */
export const createPerson = (fields: Partial<Person>): Person => ({
  ...PersonCodec.decode(new Uint8Array()),
  ...fields,
});
