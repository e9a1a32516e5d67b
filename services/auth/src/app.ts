import { openBackend, type BackendApp, type BackendDependencies } from '@porchlight/backend';
import {
  AccountServiceDefinition,
  CredentialServiceDefinition,
  Group,
  groups,
  GroupServiceDefinition,
  oauthApps,
  teams,
  TeamServiceDefinition,
  User,
  users,
  UserServiceDefinition,
  type OauthApp,
  type Team,
} from '@porchlight/contracts';
import { createMailer } from '@porchlight/mail';
import { createSupervisor } from '@porchlight/runtime';
import { createAccountLock, createKeyedReads, handlersOf, type StoreCall, type AccountLock } from '@porchlight/store';
import { createAttempts } from './adapters/attempts';
import { createGrants } from './adapters/grant-collection';
import { createKeyUses } from './adapters/key-uses';
import type { Config } from './config';
import type {
  AccountDocument,
  ApiKeyDocument,
  AttemptsDocument,
  GroupDocument,
  OauthAppDocument,
  RequestCountDocument,
  SequenceDocument,
  SystemDocument,
  TeamDocument,
  UserDocument,
} from './documents';
import type { GrantDocument, SigningKeyDocument } from './oauth/grant-document';
import { createAccessTokens } from './oauth/signing-keys';
import type { OauthPorts } from './ports';
import { createGroupStrategy, MOST_GROUPS } from './resources/groups';
import { createOauthAppStrategy } from './resources/oauth-apps';
import { createTeamStrategy } from './resources/teams';
import { createUserStrategy } from './resources/users';
import type { Candidate } from './rules/group-members';
import { createSecrets } from './secrets';
import { serveKeys } from './serve-keys';
import { serveLimits } from './serve-limits';
import { serveOauth } from './serve-oauth';
import { inviting, serveSessions } from './serve-sessions';
import { removeSecondFactor } from './sessions/manage-second-factor';
import type { PasswordLinkDocument, SecondFactorDocument, SessionDocument, TransferDocument } from './sessions/session-document';
import type { SessionPorts } from './sessions/session-ports';
import { finishTransfers } from './sessions/transfer-ownership';
import { changeAccount, createAccountTeller } from './usecases/change-account';
import { createAccount, addUser } from './usecases/create-account';
import { setRateLimits } from './usecases/limit-requests';
import { getMe } from './usecases/get-me';
import { replaceSystemKey } from './usecases/manage-systems';
import { createApiKey, disableApiKey, registerSystem } from './usecases/issue-keys';
import { getSystemKey, verifyApiKey, verifySystem } from './usecases/verify-credentials';
import { refusingTwins, writingInTurn } from './usecases/write-named';

/** Accounts that one e-mail is looked for in at sign-in. */
const MOST_NAMESAKES = 50;
/** For what a start has to finish. */
const START_MS = 10_000;

/** Builds the auth service: the only place that constructs. */
export const createApp = async (dependencies: BackendDependencies<Config>): Promise<BackendApp> => {
  const { config, clock, ids } = dependencies;
  const backend = await openBackend('auth', dependencies);
  const { store, rpc } = backend;
  const usersOf = async (call: StoreCall, wanted: readonly number[]): Promise<ReadonlyMap<number, Candidate>> => {
    const found = await Promise.all(wanted.map((id) => ports.users.load(call, id)));
    return new Map(found.flatMap((user) => (user ? [[user.id, user] as const] : [])));
  };
  const secrets = createSecrets(config.SECRETS_KEY_FILE, (bytes) => ids.random(bytes));
  const random = (bytes: number): Buffer => ids.random(bytes);
  const appStrategy = createOauthAppStrategy({ random, hash: (text) => secrets.hash(text) });
  const accounts = store.collection<AccountDocument>('accounts');
  const attempts = store.collection<AttemptsDocument>('attempts');
  const grants = store.collection<GrantDocument>('grants');
  const requestCounts = store.collection<RequestCountDocument>('requestCounts');
  const signingKeys = store.collection<SigningKeyDocument>('signingKeys');
  const mailer = createMailer({ url: config.SMTP_URL, from: config.MAIL_FROM, logger: dependencies.logger, metrics: dependencies.metrics });
  const everybody = store.collection<UserDocument>('users');
  const ports: OauthPorts & SessionPorts = {
    users: store.resource<User, UserDocument>({
      descriptor: users,
      strategy: createUserStrategy({
        ownerOf: async (call) => (await ports.users.findBy(call, 'role', 'Owner', 1))[0],
        groupsOf: (call) => ports.groups.find(call, {}, MOST_GROUPS),
        withEmailKey: (call, emailKey) => ports.users.findBy(call, 'emailKey', emailKey, 1),
      }),
      indexes: [
        { keys: { emailKey: 1 }, unique: true },
        // Who signs in has not said which account.
        { keys: { emailKey: 1 }, global: true },
      ],
      encodeRecord: (record) => User.encode(record).finish(),
    }),
    groups: store.resource<Group, GroupDocument>({
      descriptor: groups,
      strategy: createGroupStrategy({
        usersOf,
        withNameKey: (call, nameKey) => ports.groups.findBy(call, 'nameKey', nameKey, 2),
        countOf: (accountId) => ports.groups.count(accountId, 'total'),
      }),
      encodeRecord: (record) => Group.encode(record).finish(),
    }),
    teams: store.resource<Team, TeamDocument>({
      descriptor: teams,
      strategy: createTeamStrategy({ usersOf, withNameKey: (call, nameKey) => ports.teams.findBy(call, 'nameKey', nameKey, 2) }),
      indexes: [{ keys: { userIds: 1 } }],
    }),
    accounts,
    accountOf: createKeyedReads(accounts).load,
    sequences: store.collection<SequenceDocument>('authSequences'),
    apiKeys: store.collection<ApiKeyDocument>('apiKeys'),
    systems: store.collection<SystemDocument>('systems'),
    oauthApps: store.resource<OauthApp, OauthAppDocument>({
      descriptor: oauthApps,
      strategy: appStrategy,
      indexes: [{ keys: { clientId: 1 }, unique: true }],
    }),
    sessions: store.collection<SessionDocument>('sessions'),
    passwordLinks: store.collection<PasswordLinkDocument>('passwordLinks'),
    secondFactors: store.collection<SecondFactorDocument>('secondFactors'),
    transfers: store.collection<TransferDocument>('ownerTransfers'),
    usersWithEmail: (emailKey) => everybody.find({ emailKey }, { limit: MOST_NAMESAKES }),
    mailer,
    consoleUrl: `${config.PUBLIC_BASE_URL}/console`,
    grants: createGrants(grants),
    attempts: createAttempts(attempts, (text) => secrets.hash(text), clock),
    tokens: createAccessTokens({
      collection: signingKeys,
      secrets,
      clock,
      random,
      issuer: config.AUTH_BASE_URL ?? config.PUBLIC_BASE_URL,
      audience: config.PUBLIC_BASE_URL,
    }),
    secrets,
    clock,
    ids,
  };
  // Guards of updates need an index of exactly their fields (libs/store/README.md).
  const guarded = { keys: { _id: 1, v: 1 }, global: true } as const;
  const expiring = { keys: { expires: 1 }, global: true, expireAfterSeconds: 0 } as const;
  await Promise.all([
    ports.accounts.ensureIndexes([{ keys: { untold: 1 }, global: true }]),
    ports.apiKeys.ensureIndexes([{ keys: { keyId: 1 } }, { keys: { userId: 1 } }]),
    ports.systems.ensureIndexes([{ keys: {} }, { keys: { _id: 1, keyHash: 1 }, global: true }]),
    grants.ensureIndexes([guarded, expiring]),
    ports.sessions.ensureIndexes([{ keys: { userId: 1 } }, expiring]),
    ports.passwordLinks.ensureIndexes([expiring]),
    ports.secondFactors.ensureIndexes([guarded]),
    attempts.ensureIndexes([guarded, expiring]),
    requestCounts.ensureIndexes([guarded, expiring]),
  ]);
  const teller = createAccountTeller({ accounts: ports.accounts, clock, bus: backend.bus, logger: dependencies.logger });
  // A system that others may use outlives the account that registered it.
  backend.beforeForgetting(async ({ _id: accountId }) => {
    await ports.systems.updateMany({ accountId }, { $unset: { accountId: 1 } });
    return ['systems'];
  });
  const uses = createKeyUses(ports.apiKeys, clock, dependencies.logger);

  rpc.add(UserServiceDefinition, { ...inviting(ports, refusingTwins(handlersOf(users, ports.users))), getMe: getMe(ports) } as never);
  const lockOf = (kind: string): AccountLock => createAccountLock(kind, (name, ttlMs) => store.lease(name, ttlMs));
  rpc.add(
    GroupServiceDefinition,
    writingInTurn(lockOf('groups'), handlersOf(groups, ports.groups), 'createGroup', 'updateGroup') as never,
  );
  rpc.add(TeamServiceDefinition, writingInTurn(lockOf('teams'), handlersOf(teams, ports.teams), 'createTeam', 'updateTeam') as never);
  rpc.add(CredentialServiceDefinition, { verifyApiKey: verifyApiKey(ports, (key) => uses.note(key)), verifySystem: verifySystem(ports) }, { roles: ['Operator'] });
  rpc.add(
    AccountServiceDefinition,
    {
      createAccount: createAccount(ports),
      addUser: addUser(ports),
      createApiKey: createApiKey(ports),
      disableApiKey: disableApiKey(ports),
      registerSystem: registerSystem(ports),
      getSystemKey: getSystemKey(ports),
      setRateLimits: setRateLimits(ports),
      replaceSystemKey: replaceSystemKey(ports),
      removeSecondFactor: removeSecondFactor(ports),
      changeAccount: changeAccount(ports, () => teller.nudge()),
    },
    { roles: ['Operator'] },
  );
  serveKeys(rpc, ports);
  serveLimits(rpc, { accounts: ports.accounts, requestCounts, clock });
  serveOauth(rpc, ports, appStrategy);
  serveSessions(rpc, ports);
  await finishTransfers(ports, AbortSignal.timeout(START_MS));
  const rpcPort = await backend.start(config.AUTH_RPC_ADDRESS);
  const supervisor = createSupervisor({ logger: dependencies.logger });
  supervisor.add('accounts.tell', teller);
  return {
    rpcPort,
    ready: () => backend.ready(),
    stop: async (deadline) => {
      await supervisor.stop();
      await uses.stop();
      await mailer.close();
      await backend.stop(deadline);
    },
  };
};
