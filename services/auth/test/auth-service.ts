import { parseAllowList } from '@porchlight/egress';
import { createTokenMinter, GATEWAY, type Actor, type Role } from '@porchlight/access';
import type { BackendApp } from '@porchlight/backend';
import { createMemoryBus, formatTopic, type Bus } from '@porchlight/bus';
import {
  AccountServiceDefinition,
  Change,
  CredentialServiceDefinition,
  groups,
  GroupServiceDefinition,
  SessionServiceDefinition,
  teams,
  TeamServiceDefinition,
  users,
  UserServiceDefinition,
} from '@porchlight/contracts';
import { LIMITS } from '@porchlight/limits';
import { readMail } from '@porchlight/mail';
import {
  createRenderer,
  parseBody,
  parseListQuery,
  formatRpcMethod,
  type Descriptor,
  type Row,
} from '@porchlight/resource';
import { createChannel, createRpcClient, type Channel, type RpcClient, type ServiceDefinition } from '@porchlight/rpc';
import { createIds, createMetrics, systemClock, type Clock } from '@porchlight/runtime';
import { captureLogger, createTestKeys, loseAnswers, startDatabase, type TestDatabase } from '@porchlight/testkit';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../src/app';

export type Json = Record<string, any>;

const OPERATOR: Actor = { accountId: 0, userId: 0, role: 'Operator' };
const SERVED: readonly (readonly [Descriptor, object])[] = [
  [users as unknown as Descriptor, UserServiceDefinition],
  [groups as unknown as Descriptor, GroupServiceDefinition],
  [teams as unknown as Descriptor, TeamServiceDefinition],
];

/** Client of one resource for one user, with the JSON of the public API. */
const speaker = <R extends Row>(channel: Channel, descriptor: Descriptor<R>, definition: object, actor: Actor) => {
  const client = createRpcClient(definition as never, channel) as Record<
    string,
    (request: Json, call: object) => Promise<Json>
  >;
  const call = { actor, timeoutMs: 10_000 };
  const shown = (answer: Json): Json => createRenderer(descriptor)(answer['record'] as R);
  const ask = (verb: 'create' | 'get' | 'list' | 'update' | 'delete', request: Json) =>
    client[formatRpcMethod(descriptor, verb)]!(request, call);
  return {
    create: async (json: Json) => shown(await ask('create', { ...parseBody(descriptor, json, 'create'), options: {} })),
    get: async (id: number) => shown(await ask('get', { id, options: {} })),
    update: async (id: number, json: Json) =>
      shown(await ask('update', { id, ...parseBody(descriptor, json, 'update'), options: {} })),
    remove: async (id: number, options: Readonly<Record<string, string>> = {}) =>
      void (await ask('delete', { id, options })),
    list: async (query = '') => {
      const answer = await ask('list', { query: parseListQuery(descriptor, new URLSearchParams(query)).query });
      return {
        total: answer['page'].total as number,
        records: (answer['records'] as R[]).map((record) => createRenderer(descriptor)(record) as Json),
      };
    },
  };
};

/** Starts the auth service with real RPC. */
export const startAuthService = async ({
  clock = systemClock,
  smtpUrl,
  signUp = 'open',
}: { clock?: Clock; smtpUrl?: string; signUp?: 'open' | 'invite' | 'off' } = {}) => {
  const mailFolder = mkdtempSync(join(tmpdir(), 'auth-mail-'));
  const database: TestDatabase = await startDatabase();
  const bus: Bus = createMemoryBus();
  const changes: Change[] = [];
  await bus.subscribe({
    group: 'test',
    topics: [formatTopic('auth')],
    handler: async (batch) => void changes.push(...batch.map(({ value }) => Change.decode(value))),
  });
  const keys = createTestKeys();
  const logs = captureLogger();
  const name = `auth_${randomBytes(4).toString('hex')}`;
  const app: BackendApp = await createApp({
    config: {
      MONGODB_URI: database.uri(name),
      KAFKA_BROKERS: ['unused:1'],
      INTERNAL_TOKEN_PUBLIC_KEY_FILE: keys.publicKey,
      NEXT_TOKEN_KEY_FILE: randomBytes(32),
      SECRETS_KEY_FILE: randomBytes(32),
      AUTH_RPC_ADDRESS: '127.0.0.1:0',
      PUBLIC_BASE_URL: 'https://api.example.test',
      MAIL_FROM: 'Porchlight <porchlight@localhost>',
      SMTP_TLS: 'optional',
      SMTP_ALLOW: parseAllowList(['127.0.0.1']),
      ...(smtpUrl === undefined ? { MAIL_FOLDER: mailFolder } : { SMTP_URL: smtpUrl }),
      SIGN_UP: signUp,
      LIMIT_SIGN_UPS_PER_NETWORK: LIMITS.signUpsPerNetwork.value,
      LIMIT_RESETS_PER_NETWORK: LIMITS.resetsPerNetwork.value,
      LIMIT_SIGN_IN_FAILURES_PER_NETWORK: LIMITS.signInFailuresPerNetwork.value,
      LIMIT_SIGN_IN_FAILURES_PER_EMAIL: LIMITS.signInFailuresPerEmail.value,
      LIMIT_NEW_ACCOUNT_INVITATIONS: LIMITS.newAccountInvitations.value,
      LIMIT_NEW_ACCOUNT_INVITATION_MAILS: LIMITS.newAccountInvitationMails.value,
      LIMIT_NEW_ACCOUNT_SYSTEMS: LIMITS.newAccountSystems.value,
      LOG_LEVEL: 'info',
      OPERATIONS_HOST: '127.0.0.1',
      OPERATIONS_PORT: 0,
    },
    logger: logs.logger,
    clock,
    ids: createIds({ clock }),
    metrics: createMetrics({ service: 'auth', processMetrics: false }),
    bus,
    database: name,
  });
  const minter = createTokenMinter({ signingKey: keys.signingKey, issuer: GATEWAY, clock });
  const channel = createChannel({
    address: `127.0.0.1:${app.rpcPort}`,
    mint: (actor) => minter.mint(actor, 'auth'),
    logger: logs.logger,
    clock,
  });
  const operator = { actor: OPERATOR, timeoutMs: 10_000 };
  const accounts = createRpcClient(AccountServiceDefinition, channel);
  const credentials = createRpcClient(CredentialServiceDefinition, channel);
  const userClient = createRpcClient(UserServiceDefinition, channel);

  const as = (actor: Actor) => {
    const [ofUsers, ofGroups, ofTeams] = SERVED.map(([descriptor, definition]) =>
      speaker(channel, descriptor, definition, actor),
    );
    return { users: ofUsers!, groups: ofGroups!, teams: ofTeams!, me: () => userClient.getMe({}, { actor }) };
  };

  return {
    logs,
    changes,
    operator,
    accounts,
    credentials,
    as,
    /** Creates a client of an RPC service. */
    clientOf: <D extends ServiceDefinition>(definition: D): RpcClient<D> => createRpcClient(definition, channel),
    /** Simulates a crash after the last write and before the results of calls were stored. */
    loseAnswers: () => loseAnswers(database.uri(name), name),
    /** Mails in the mail folder, in any order; empty with SMTP. */
    mails: () =>
      readdirSync(mailFolder)
        .filter((file) => file.endsWith('.eml'))
        .map((file) => readMail(readFileSync(join(mailFolder, file), 'latin1'))),
    /** Creates an account by a link of the operator and signs its owner in. */
    async signUp(email: string, { accountName = 'Sunny Homes', password = 'correct horse battery' } = {}) {
      const { url } = await accounts.inviteOwner(
        { accountName, firstName: 'Olive', lastName: 'Owner', email },
        operator,
      );
      const place = { address: '192.0.2.1', agent: 'Test/1.0', formerToken: '', device: '' };
      const token = new URL(url).searchParams.get('token')!;
      const { signedIn } = await createRpcClient(SessionServiceDefinition, channel).confirmSignUp(
        { token, password, place },
        operator,
      );
      return signedIn!;
    },
    newAccount: () =>
      accounts.createAccount(
        {
          name: 'Test Realty',
          domain: '',
          firstName: 'Olive',
          lastName: 'Owner',
          email: 'o@example.com',
          password: 'correct horse',
        },
        operator,
      ),
    /** Creates an account with an active broker, agent and lender. */
    async newTeam() {
      const { accountId, ownerId } = await accounts.createAccount(
        { name: 'Team', domain: '', firstName: 'Olive', lastName: 'Owner', email: 'o@example.com', password: '' },
        operator,
      );
      const add = async (role: Role, firstName: string) =>
        (
          await accounts.addUser(
            {
              accountId,
              role,
              email: `${firstName}@example.com`,
              firstName,
              lastName: role,
              password: '',
              phone: '',
              timezone: '',
            },
            operator,
          )
        ).userId;
      const ids = {
        owner: ownerId,
        broker: await add('Broker', 'Bea'),
        agent: await add('Agent', 'Ann'),
        lender: await add('Lender', 'Len'),
      };
      return {
        accountId,
        ids,
        owner: as({ accountId, userId: ids.owner, role: 'Owner' }),
        broker: as({ accountId, userId: ids.broker, role: 'Broker' }),
        agent: as({ accountId, userId: ids.agent, role: 'Agent' }),
      };
    },
    async stop() {
      await channel.close();
      await app.stop(AbortSignal.timeout(10_000));
      await bus.close();
      await database.stop();
      rmSync(mailFolder, { recursive: true, force: true });
    },
  };
};

export type AuthService = Awaited<ReturnType<typeof startAuthService>>;
