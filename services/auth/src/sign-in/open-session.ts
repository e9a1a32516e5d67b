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
import type { Sessions } from './session-parts';

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
const endOfSession = (
  { sessionLifetimeMs }: Pick<Sessions, 'sessionLifetimeMs'>,
  { created }: SessionDocument,
): number => created.getTime() + sessionLifetimeMs;

const sessionKey = ({ secrets }: Pick<Sessions, 'secrets'>, token: string): string => secrets.hash(`session ${token}`);

/** Derived from the session token without revealing it. */
const deriveCsrfToken = ({ secrets }: Pick<Sessions, 'secrets'>, token: string): string =>
  secrets.hash(`csrf ${token}`);

const buildPrincipal = async (parts: Sessions, user: UserDocument, token: string, sessionId: string) => {
  const account = await parts.loadAccount(user.accountId);
  return {
    accountId: user.accountId,
    accountName: account?.name ?? '',
    userId: user.id,
    userName: user.name,
    email: user.email,
    role: user.role,
    csrfToken: deriveCsrfToken(parts, token),
    sessionId,
    settings: { ...DEFAULT_ACCOUNT_SETTINGS, ...account?.settings },
    emailConfirmed: isEmailConfirmed(parts, user),
  };
};

/**
 * Signs a user in with a new token and ends the browser's previous session, to prevent session fixation. Throws
 * ACCOUNT_DISABLED.
 */
export const openSession = async (parts: Sessions, user: UserDocument, place: SignInPlace | undefined) => {
  await requireActiveAccount(parts, user.accountId);
  const { address = '', agent = '', formerToken = '' } = place ?? {};
  if (TOKEN.test(formerToken)) await parts.sessions.deleteOne({ _id: sessionKey(parts, formerToken) });
  const token = parts.ids.random(TOKEN_BYTES).toString('base64url');
  const sessionId = parts.ids.random(ID_BYTES).toString('base64url');
  const now = parts.clock.now();
  await parts.sessions.insertOne({
    _id: sessionKey(parts, token),
    sessionId,
    accountId: user.accountId,
    userId: user.id,
    passwordMark: hashPasswordVersion(parts, user),
    created: new Date(now),
    lastUsed: new Date(now),
    address: address.slice(0, MAX_ADDRESS),
    agent: agent.slice(0, MAX_AGENT),
    expires: new Date(Math.min(now + IDLE_MS, now + parts.sessionLifetimeMs)),
  });
  return {
    token,
    principal: await buildPrincipal(parts, user, token, sessionId),
    device: issueDevice(parts, user),
  };
};

/**
 * The session of a token and its user; absent if the session expired, the user is not active or the password was
 * changed.
 */
export const readSession = async (
  parts: Sessions,
  token: string,
  signal: AbortSignal,
): Promise<{ readonly found?: FoundSession; readonly accountDisabled: boolean }> => {
  if (!TOKEN.test(token)) return NONE;
  const session = await parts.sessions.findOne({ _id: sessionKey(parts, token) });
  const now = parts.clock.now();
  if (!session || session.expires.getTime() <= now || endOfSession(parts, session) <= now) return NONE;
  const { user, accountDisabled } = await findActiveUser(parts, session, signal);
  if (!user || (session.passwordMark ?? hashPasswordVersion(parts, user)) !== hashPasswordVersion(parts, user))
    return { accountDisabled };
  return { found: { session, user }, accountDisabled };
};

/** Like readSession; throws UNAUTHENTICATED, ACCOUNT_DISABLED. */
export const requireSession = async (parts: Sessions, token: string, signal: AbortSignal) => {
  const { found, accountDisabled } = await readSession(parts, token, signal);
  if (!found) throw refuse(accountDisabled ? 'ACCOUNT_DISABLED' : 'UNAUTHENTICATED');
  return found;
};

/** Returns the user of a session and extends the session. */
export const verifySession =
  (parts: Sessions) =>
  async ({ token }: { token: string }, { signal }: { signal: AbortSignal }) => {
    const { found, accountDisabled } = await readSession(parts, token, signal);
    if (!found) return { accountDisabled };
    const { session, user } = found;
    const now = parts.clock.now();
    if (now - session.lastUsed.getTime() >= PRECISION_MS)
      await parts.sessions.updateOne(
        { _id: session._id },
        { $set: { lastUsed: new Date(now), expires: new Date(Math.min(now + IDLE_MS, endOfSession(parts, session))) } },
      );
    return { principal: await buildPrincipal(parts, user, token, session.sessionId) };
  };

/** Signs out. */
export const endSession =
  (parts: Pick<Sessions, 'sessions' | 'secrets'>) =>
  async ({ token }: { token: string }): Promise<Record<string, never>> => {
    if (TOKEN.test(token)) await parts.sessions.deleteOne({ _id: sessionKey(parts, token) });
    return {};
  };
