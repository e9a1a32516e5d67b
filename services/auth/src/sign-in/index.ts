import type { Session } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import type { DocumentCollection } from '@porchlight/store';
import type { AccountPorts } from '../accounts';
import type { Context } from '../context';
import type { UserDocument } from '../users';
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  readSecondFactor,
  removeSecondFactor,
} from './manage-second-factor';
import { endSession, verifySession, requireSession } from './open-session';
import { changePassword, changeProfile } from './own-profile';
import { secondFactorSchema, sessionSchema, type SessionDocument } from './session-document';
import type { SessionPorts } from './session-ports';
import { signIn } from './sign-in';

export { isEmailConfirmed } from './email-confirmed';
export { findKnownDevice, networkKey } from './known-device';
export { openSession, requireSession } from './open-session';
export { assertPassword, hashPasswordVersion } from './password';
export { confirmIdentity, loadSecondFactor } from './second-factor';
export type { SessionPorts } from './session-ports';

const MAX_SESSIONS = 200;

const loadSessions = async ({ sessions, clock }: SessionPorts, { accountId, userId }: SessionDocument) => {
  const all = await sessions.find({ accountId, userId }, { limit: MAX_SESSIONS });
  return all.filter(({ expires }) => expires.getTime() > clock.now());
};

/** Lists the sessions of the user, last used first. */
const listSessions =
  (ports: SessionPorts) =>
  async ({ token }: { token: string }, { signal }: { signal: AbortSignal }): Promise<{ sessions: Session[] }> => {
    const own = await requireSession(ports, token, signal);
    const found = (await loadSessions(ports, own.session)).sort((a, b) => b.lastUsed.getTime() - a.lastUsed.getTime());
    return {
      sessions: found.map(({ sessionId, created, lastUsed, address, agent }) => ({
        id: sessionId,
        created,
        lastUsed,
        address,
        agent,
        current: sessionId === own.session.sessionId,
      })),
    };
  };

/** Ends a session of the user. */
const revokeSession =
  (ports: SessionPorts) =>
  async ({ token, sessionId }: { token: string; sessionId: string }, { signal }: { signal: AbortSignal }) => {
    const own = await requireSession(ports, token, signal);
    const session = (await loadSessions(ports, own.session)).find((one) => one.sessionId === sessionId);
    if (!session) throw refuse('NOT_FOUND', { what: 'session' });
    await ports.sessions.deleteOne({ _id: session._id });
    return {};
  };

/** Users that one email is looked up for at sign-in, confirmed and others each. */
const MAX_USERS_PER_EMAIL = 50;

/**
 * Users with an email in the order of SessionPorts. Two queries, so that any number of unconfirmed users hides no
 * confirmed one (N8).
 */
const findUsersByEmail =
  (users: DocumentCollection<UserDocument>): SessionPorts['findUsersByEmail'] =>
  async (emailKey) => {
    const oldestFirst = { sort: { created: 1 }, limit: MAX_USERS_PER_EMAIL } as const;
    const [confirmed, all] = await Promise.all([
      users.find({ emailKey, emailConfirmed: true }, oldestFirst),
      users.find({ emailKey }, oldestFirst),
    ]);
    return [...confirmed, ...all.filter(({ emailConfirmed }) => emailConfirmed !== true)];
  };

/** Opens sessions and second factors (decisions section 8). */
export const openSignIn = ({ store, config, mailer }: Context, accounts: AccountPorts) => {
  const users = store.collection<UserDocument>('users');
  const sessions = store.collection('sessions', sessionSchema);
  const secondFactors = store.collection('secondFactors', secondFactorSchema);
  const ports: SessionPorts = {
    ...accounts,
    sessions,
    secondFactors,
    findUsersByEmail: findUsersByEmail(users),
    mailer,
    limits: {
      signInFailuresPerNetwork: config.LIMIT_SIGN_IN_FAILURES_PER_NETWORK,
      signInFailuresPerEmail: config.LIMIT_SIGN_IN_FAILURES_PER_EMAIL,
      signInFailuresFromDevices: config.LIMIT_SIGN_IN_FAILURES_FROM_DEVICES,
    },
    sessionLifetimeMs: config.SESSION_LIFETIME_MS,
  };
  const methods = {
    signIn: signIn(ports),
    verifySession: verifySession(ports),
    endSession: endSession(ports),
    listSessions: listSessions(ports),
    revokeSession: revokeSession(ports),
    readSecondFactor: readSecondFactor(ports),
    beginSecondFactor: beginSecondFactor(ports),
    confirmSecondFactor: confirmSecondFactor(ports),
    endSecondFactor: endSecondFactor(ports),
    changeProfile: changeProfile(ports),
    changePassword: changePassword(ports),
  };
  return {
    ports,
    methods,
    commands: { removeSecondFactor: removeSecondFactor(ports) },
    endSessions: (accountId: number) => sessions.deleteMany({ accountId }),
  };
};
