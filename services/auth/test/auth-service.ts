import type { Actor, Role } from '@porchlight/access';
import { MongoClient } from 'mongodb';
import { collectChanges, createServiceContext } from '@porchlight/backend/test/service';
import { createMemoryBus } from '@porchlight/bus';
import {
  AccountServiceDefinition,
  CredentialServiceDefinition,
  groups,
  SessionServiceDefinition,
  teams,
  users,
  UserServiceDefinition,
} from '@porchlight/contracts';
import { parseAllowList } from '@porchlight/egress';
import { LIMITS } from '@porchlight/limits';
import { readMail } from '@porchlight/mail';
import type { Clock } from '@porchlight/runtime';
import { eventually, loseAnswers, startDatabase } from '@porchlight/testkit';
import crypto, { randomBytes, type BinaryLike, type ScryptOptions } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auth } from '../src/main';
import { startMailServer } from './mail-server';

const OPERATOR: Actor = { accountId: 0, userId: 0, role: 'Operator' };

const { scrypt } = crypto;
type ScryptDone = (error: Error | null, key: Buffer) => void;
const CHEAP = { N: 1_024 };

// A hash of a password takes 80 ms of CPU; here it takes 2 ms.
let scryptSpy: jest.SpyInstance;
beforeAll(() => {
  const cheapScrypt = (text: BinaryLike, salt: BinaryLike, bytes: number, cost: ScryptOptions, done: ScryptDone) =>
    scrypt(text, salt, bytes, { ...cost, ...CHEAP }, done);
  scryptSpy = jest.spyOn(crypto, 'scrypt').mockImplementation(cheapScrypt as typeof scrypt);
});
afterAll(() => scryptSpy.mockRestore());

/** Request limits as configured by default. */
export const DEFAULT_LIMITS = {
  LIMIT_SIGN_UPS_PER_NETWORK: LIMITS.signUpsPerNetwork.value,
  LIMIT_RESETS_PER_NETWORK: LIMITS.resetsPerNetwork.value,
  LIMIT_SIGN_IN_FAILURES_PER_NETWORK: LIMITS.signInFailuresPerNetwork.value,
  LIMIT_SIGN_IN_FAILURES_PER_EMAIL: LIMITS.signInFailuresPerEmail.value,
  LIMIT_SIGN_IN_FAILURES_FROM_DEVICES: LIMITS.signInFailuresFromDevices.value,
  LIMIT_NEW_ACCOUNT_INVITATIONS: LIMITS.newAccountInvitations.value,
  LIMIT_NEW_ACCOUNT_INVITATION_MAILS: LIMITS.newAccountInvitationMails.value,
  LIMIT_NEW_ACCOUNT_SYSTEMS: LIMITS.newAccountSystems.value,
};

/** How long sessions of tests last, ms. */
export const SESSION_LIFETIME_MS = 30 * 86_400_000;

interface AuthServiceOptions {
  readonly clock?: Clock;
  /** Mails leave by SMTP, so that emails must be confirmed; otherwise they are written to a folder. */
  readonly smtp?: boolean;
  /** Limits that differ from the defaults. */
  readonly limits?: Partial<typeof DEFAULT_LIMITS>;
  readonly signUp?: 'open' | 'invite' | 'off';
}

/** Starts the auth service with real RPC and its own database. */
export const startAuthService = async ({ clock, smtp = false, limits, signUp = 'open' }: AuthServiceOptions = {}) => {
  const mailFolder = mkdtempSync(join(tmpdir(), 'auth-mail-'));
  const mailServer = smtp ? await startMailServer() : undefined;
  const database = await startDatabase();
  const bus = createMemoryBus();
  const { changes } = await collectChanges(bus, 'auth');
  const name = `auth_${randomBytes(4).toString('hex')}`;
  const context = createServiceContext('auth', {
    uri: database.uri(name),
    database: name,
    bus,
    ...(clock && { clock }),
    logLevel: 'info',
  });
  const app = await auth.start({
    ...context.dependencies,
    config: {
      ...context.config,
      ...DEFAULT_LIMITS,
      ...limits,
      SESSION_LIFETIME_MS,
      SECRETS_KEY_FILE: randomBytes(32),
      AUTH_RPC_ADDRESS: '127.0.0.1:0',
      PUBLIC_BASE_URL: 'https://api.example.test',
      MAIL_FROM: 'Porchlight <porchlight@localhost>',
      SMTP_TLS: 'optional',
      SMTP_ALLOW: parseAllowList(['127.0.0.1']),
      ...(mailServer ? { SMTP_URL: mailServer.url } : { MAIL_FOLDER: mailFolder }),
      SIGN_UP: signUp,
    },
  });
  const service = context.connect(app);
  const operator = service.call(OPERATOR);
  const accounts = service.createClient(AccountServiceDefinition);
  const credentials = service.createClient(CredentialServiceDefinition);
  const sessions = service.createClient(SessionServiceDefinition);
  const userClient = service.createClient(UserServiceDefinition);

  /** The API of one user. */
  const as = (actor: Actor) => {
    const { on } = service.as(actor);
    return {
      users: on(users),
      groups: on(groups),
      teams: on(teams),
      me: () => userClient.getMe({}, { actor }),
    };
  };

  /** Mails that arrived at the server, or those in the folder in any order. */
  const mails = () =>
    mailServer?.mails() ??
    readdirSync(mailFolder)
      .filter((file) => file.endsWith('.eml'))
      .map((file) => readMail(readFileSync(join(mailFolder, file), 'latin1')));

  return {
    log: service.log,
    changes,
    operator,
    accounts,
    credentials,
    as,
    createClient: service.createClient,
    /** Simulates a crash after the last write and before the results of calls were stored. */
    loseAnswers: () => loseAnswers(database.uri(name), name),
    /** Makes the users of an email of an account users of a version that did not confirm emails. */
    async makeEarlier(accountId: number, emailKey: string) {
      const client = await new MongoClient(database.uri(name)).connect();
      try {
        const earlier = { emailConfirmed: false, confirmEmailBy: new Date(Date.now() + 86_400_000) };
        await client.db(name).collection('users').updateMany({ accountId, emailKey }, { $set: earlier });
      } finally {
        await client.close();
      }
    },
    mails,
    /** Opens the mailed link that confirms the email of a user of this account after a sign-in; needs SMTP. */
    async confirmEmail(email: string, accountName = 'Sunny Homes') {
      const token = await eventually(() => {
        const links = mails()
          .filter(({ to, text }) => to === email && text.includes(accountName))
          .map(({ text }) => /confirm-email\?token=([A-Za-z0-9_-]{43})/.exec(text)?.[1])
          .filter((link) => link !== undefined);
        expect(links).not.toEqual([]);
        return links.at(-1)!;
      });
      await sessions.confirmEmail({ token }, operator);
    },
    /** Creates an account by a link of the operator and signs its owner in. */
    async signUp(email: string, { accountName = 'Sunny Homes', password = 'correct horse battery' } = {}) {
      const { url } = await accounts.inviteOwner(
        { accountName, firstName: 'Olive', lastName: 'Owner', email },
        operator,
      );
      const place = { address: '192.0.2.1', agent: 'Test/1.0', formerToken: '', device: '' };
      const token = new URL(url).searchParams.get('token')!;
      const { signedIn } = await sessions.confirmSignUp({ token, password, place }, operator);
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
      await service.stop();
      await bus.close();
      await database.stop();
      await mailServer?.stop();
      rmSync(mailFolder, { recursive: true, force: true });
    },
  };
};

export type AuthService = Awaited<ReturnType<typeof startAuthService>>;
