import type { BackendDependencies } from '@porchlight/backend';
import { Group, groups, oauthApps, teams, User, users, type OauthApp, type Team } from '@porchlight/contracts';
import { createMailer, mailerOptions } from '@porchlight/mail';
import { createKeyedReads, type Store, type StoreCall } from '@porchlight/store';
import { createAttempts } from './security/attempts';
import { createDailyCounts } from './systems/daily-counts';
import { createGrants } from './oauth/grant-store';
import type { Config } from './config';
import type {
  AccountDocument,
  ApiKeyDocument,
  AttemptsDocument,
  DailyCountsDocument,
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
import { createGroupStrategy, groupUser, MAX_GROUPS } from './groups/group-strategy';
import { createOauthAppStrategy } from './oauth/oauth-app-strategy';
import { createTeamStrategy, MAX_TEAMS } from './teams/team-strategy';
import { createUserStrategy } from './users/user-strategy';
import type { Candidate } from './users/group-members';
import { createSecrets } from './security/secrets';
import type {
  PasswordLinkDocument,
  PendingSignUpDocument,
  SecondFactorDocument,
  SessionDocument,
  TransferDocument,
} from './sign-in/session-document';
import type { SessionPorts } from './sign-in/session-ports';

/** Accounts that one email is looked for in at sign-in. */
const MAX_NAMESAKES = 50;

/** Opens resources and collections, and what works on them; part of what app.ts constructs. */
export const openPorts = (store: Store, { config, clock, ids, logger, metrics }: BackendDependencies<Config>) => {
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
  const dailyCounts = store.collection<DailyCountsDocument>('dailyCounts');
  const signingKeys = store.collection<SigningKeyDocument>('signingKeys');
  const mailer = createMailer({ ...mailerOptions(config), logger, metrics });
  const everybody = store.collection<UserDocument>('users');
  const ports: OauthPorts & SessionPorts = {
    users: store.resource<User, UserDocument>({
      descriptor: users,
      strategy: createUserStrategy({
        ownerOf: async (call) => (await ports.users.findBy(call, 'role', 'Owner', 1))[0],
        groupsOf: (call) => ports.groups.find(call, {}, MAX_GROUPS),
        teamsOf: (call) => ports.teams.find(call, {}, MAX_TEAMS),
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
        groupExists: async (call, id) => (await ports.groups.load(call, id)) !== undefined,
        membersOf: async (call, wanted) => {
          const found = await Promise.all(wanted.map((id) => ports.users.load(call, id)));
          return new Map(found.flatMap((user) => (user ? [[user.id, groupUser(user)] as const] : [])));
        },
      }),
      encodeRecord: (record) => Group.encode(record).finish(),
    }),
    teams: store.resource<Team, TeamDocument>({
      descriptor: teams,
      strategy: createTeamStrategy({
        usersOf,
        withNameKey: (call, nameKey) => ports.teams.findBy(call, 'nameKey', nameKey, 2),
        countOf: (accountId) => ports.teams.count(accountId, 'total'),
      }),
      indexes: [{ keys: { userIds: 1 } }],
    }),
    accounts,
    accountOf: createKeyedReads(accounts).load,
    sequences: store.collection<SequenceDocument>('authSequences'),
    apiKeys: store.collection<ApiKeyDocument>('apiKeys'),
    systems: store.collection<SystemDocument>('systems'),
    dailyCounts: createDailyCounts(dailyCounts, clock),
    oauthApps: store.resource<OauthApp, OauthAppDocument>({
      descriptor: oauthApps,
      strategy: appStrategy,
      indexes: [{ keys: { clientId: 1 }, unique: true }],
    }),
    sessions: store.collection<SessionDocument>('sessions'),
    pendingSignUps: store.collection<PendingSignUpDocument>('pendingSignUps'),
    signUpMode: config.SIGN_UP,
    limits: {
      signUpsPerNetwork: config.LIMIT_SIGN_UPS_PER_NETWORK,
      resetsPerNetwork: config.LIMIT_RESETS_PER_NETWORK,
      signInFailuresPerNetwork: config.LIMIT_SIGN_IN_FAILURES_PER_NETWORK,
      signInFailuresPerEmail: config.LIMIT_SIGN_IN_FAILURES_PER_EMAIL,
      newAccountInvitations: config.LIMIT_NEW_ACCOUNT_INVITATIONS,
      newAccountInvitationMails: config.LIMIT_NEW_ACCOUNT_INVITATION_MAILS,
      newAccountSystems: config.LIMIT_NEW_ACCOUNT_SYSTEMS,
    },
    passwordLinks: store.collection<PasswordLinkDocument>('passwordLinks'),
    secondFactors: store.collection<SecondFactorDocument>('secondFactors'),
    transfers: store.collection<TransferDocument>('ownerTransfers'),
    usersWithEmail: (emailKey) => everybody.find({ emailKey }, { limit: MAX_NAMESAKES }),
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
  const ensureIndexes = async (): Promise<void> => {
    await Promise.all([
      ports.accounts.ensureIndexes([{ keys: { untold: 1 }, global: true }]),
      ports.apiKeys.ensureIndexes([{ keys: { keyId: 1 } }, { keys: { userId: 1, disabled: 1 } }]),
      ports.systems.ensureIndexes([
        { keys: {} },
        { keys: { id: 1 } },
        { keys: { _id: 1, keyHash: 1 }, global: true },
        { keys: { keyHash: 1 }, global: true, unique: true },
      ]),
      grants.ensureIndexes([guarded, expiring, { keys: { userId: 1 } }]),
      ports.sessions.ensureIndexes([{ keys: { userId: 1 } }, expiring]),
      ports.passwordLinks.ensureIndexes([expiring, { keys: { userId: 1 } }]),
      ports.pendingSignUps.ensureIndexes([expiring]),
      ports.secondFactors.ensureIndexes([guarded]),
      ports.transfers.ensureIndexes([{ keys: { _id: 1, transferId: 1 }, global: true }]),
      attempts.ensureIndexes([guarded, expiring]),
      requestCounts.ensureIndexes([guarded, expiring]),
      dailyCounts.ensureIndexes([guarded, expiring]),
    ]);
  };
  return { ports, appStrategy, requestCounts, mailer, ensureIndexes };
};
