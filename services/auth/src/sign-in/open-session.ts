import type { SignInPlace } from '@porchlight/contracts';
import { DEFAULT_ACCOUNT_SETTINGS } from '@porchlight/access';
import { refuse } from '@porchlight/errors';
import { HOUR_MS } from '@porchlight/runtime';
import { findActiveUser, requireActiveAccount } from '../accounts';
import type { UserDocument } from '../users';
import { isEmailConfirmed } from './email-confirmed';
import { issueDevice } from './known-device';
import { hashPasswordVersion } from './password';
import type { SessionDocument } from './session-document';
import type { SessionPorts } from './session-ports';

/** A session ends after 12 hours without use, and after its lifetime. */
const IDLE_MS = 12 * HOUR_MS;
/** Precision of the last use, ms. */
const PRECISION_MS = 60_000;
const TOKEN_BYTES = 32;
const ID_BYTES = 12;
const MAX_AGENT = 255;
const MAX_ADDRESS = 64;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

interface FoundSession {
  readonly session: SessionDocument;
  readonly user: UserDocument;
}

const NONE = { accountDisabled: false };

/** When a session ends however much it is used, ms since the epoch. */
const endOfSession = ({ sessionLifetimeMs }: SessionPorts, { created }: SessionDocument): number =>
  created.getTime() + sessionLifetimeMs;

const sessionKey = ({ secrets }: SessionPorts, token: string): string => secrets.hash(`session ${token}`);

/** Derived from the session token without revealing it. */
const deriveCsrfToken = ({ secrets }: SessionPorts, token: string): string => secrets.hash(`csrf ${token}`);

const buildPrincipal = async (ports: SessionPorts, user: UserDocument, token: string, sessionId: string) => {
  const account = await ports.loadAccount(user.accountId);
  return {
    accountId: user.accountId,
    accountName: account?.name ?? '',
    userId: user.id,
    userName: user.name,
    email: user.email,
    role: user.role,
    csrfToken: deriveCsrfToken(ports, token),
    sessionId,
    settings: { ...DEFAULT_ACCOUNT_SETTINGS, ...account?.settings },
    emailConfirmed: isEmailConfirmed(ports, user),
  };
};

/**
 * Signs a user in with a new token and ends the browser's previous session, to prevent session fixation. Throws
 * ACCOUNT_DISABLED.
 */
export const openSession = async (ports: SessionPorts, user: UserDocument, place: SignInPlace | undefined) => {
  await requireActiveAccount(ports, user.accountId);
  const { address = '', agent = '', formerToken = '' } = place ?? {};
  if (TOKEN.test(formerToken)) await ports.sessions.deleteOne({ _id: sessionKey(ports, formerToken) });
  const token = ports.ids.random(TOKEN_BYTES).toString('base64url');
  const sessionId = ports.ids.random(ID_BYTES).toString('base64url');
  const now = ports.clock.now();
  await ports.sessions.insertOne({
    _id: sessionKey(ports, token),
    sessionId,
    accountId: user.accountId,
    userId: user.id,
    passwordMark: hashPasswordVersion(ports, user),
    created: new Date(now),
    lastUsed: new Date(now),
    address: address.slice(0, MAX_ADDRESS),
    agent: agent.slice(0, MAX_AGENT),
    expires: new Date(Math.min(now + IDLE_MS, now + ports.sessionLifetimeMs)),
  });
  return {
    token,
    principal: await buildPrincipal(ports, user, token, sessionId),
    device: issueDevice(ports, user),
  };
};

/**
 * The session of a token and its user; absent if the session expired, the user is not active or the password was
 * changed.
 */
export const readSession = async (
  ports: SessionPorts,
  token: string,
  signal: AbortSignal,
): Promise<{ readonly found?: FoundSession; readonly accountDisabled: boolean }> => {
  if (!TOKEN.test(token)) return NONE;
  const session = await ports.sessions.findOne({ _id: sessionKey(ports, token) });
  const now = ports.clock.now();
  if (!session || session.expires.getTime() <= now || endOfSession(ports, session) <= now) return NONE;
  const { user, accountDisabled } = await findActiveUser(ports, session, signal);
  if (!user || (session.passwordMark ?? hashPasswordVersion(ports, user)) !== hashPasswordVersion(ports, user))
    return { accountDisabled };
  return { found: { session, user }, accountDisabled };
};

/** Like readSession; throws UNAUTHENTICATED, ACCOUNT_DISABLED. */
export const requireSession = async (ports: SessionPorts, token: string, signal: AbortSignal) => {
  const { found, accountDisabled } = await readSession(ports, token, signal);
  if (!found) throw refuse(accountDisabled ? 'ACCOUNT_DISABLED' : 'UNAUTHENTICATED');
  return found;
};

/** Returns the user of a session and extends the session. */
export const verifySession =
  (ports: SessionPorts) =>
  async ({ token }: { token: string }, { signal }: { signal: AbortSignal }) => {
    const { found, accountDisabled } = await readSession(ports, token, signal);
    if (!found) return { accountDisabled };
    const { session, user } = found;
    const now = ports.clock.now();
    if (now - session.lastUsed.getTime() >= PRECISION_MS)
      await ports.sessions.updateOne(
        { _id: session._id },
        { $set: { lastUsed: new Date(now), expires: new Date(Math.min(now + IDLE_MS, endOfSession(ports, session))) } },
      );
    return { principal: await buildPrincipal(ports, user, token, session.sessionId) };
  };

/** Signs out. */
export const endSession =
  (ports: SessionPorts) =>
  async ({ token }: { token: string }): Promise<Record<string, never>> => {
    if (TOKEN.test(token)) await ports.sessions.deleteOne({ _id: sessionKey(ports, token) });
    return {};
  };
