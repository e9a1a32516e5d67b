import type { AccountChoice, SignInPlace, SignInRequest } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { systemCall } from '@porchlight/store';
import { type LockOut, type PasswordCaller, perHour, SIGN_IN, undoOnError } from '../security';
import { toEmailKey, type UserDocument } from '../users';
import { isEmailConfirmed } from './email-confirmed';
import { findKnownDevice, networkKey } from './known-device';
import { openSession } from './open-session';
import { MAX_PASSWORD } from './password';
import { requireSecondFactor } from './second-factor';
import type { SignIn } from './session-parts';

/** Maximum number of password checks per sign-in. A user with more accounts must name the account. */
const MAX_COMPARED = 10;

/** Users with this password. Takes as long without candidates as with one. */
const usersWithPassword = async (
  { secrets }: Pick<SignIn, 'secrets'>,
  candidates: readonly UserDocument[],
  password: string,
  caller: PasswordCaller,
): Promise<UserDocument[]> => {
  if (candidates.length === 0) await secrets.verifyPassword(password, undefined, caller);
  const matching: UserDocument[] = [];
  for (const user of candidates)
    if (await secrets.verifyPassword(password, user.passwordHash, caller)) matching.push(user);
  return matching;
};

const hasPassword = ({ status, passwordHash }: UserDocument): boolean =>
  status === 'Active' && passwordHash !== undefined;

const buildChoice = async (
  { accounts }: Pick<SignIn, 'accounts'>,
  { accountId }: UserDocument,
): Promise<AccountChoice> => ({
  id: accountId,
  name: (await accounts.findOne({ _id: accountId }))?.name ?? '',
});

/** A count of attempts and its limit. */
interface AttemptKey {
  readonly key: readonly string[];
  readonly rule: LockOut;
}

/**
 * What limits an attempt: per email and network, per network, and per email; for a known device per device, and with a
 * higher limit per email, so that an attacker cannot lock the user out. The first one is cleared by a sign-in.
 */
const listAttemptKeys = (
  { limits }: Pick<SignIn, 'limits'>,
  emailKey: string,
  network: string,
  device: string | undefined,
): readonly [AttemptKey, ...AttemptKey[]] =>
  device === undefined
    ? [
        { key: ['sign-in', emailKey, network], rule: SIGN_IN },
        { key: ['sign-in network', network], rule: perHour(limits.signInFailuresPerNetwork) },
        { key: ['sign-in email', emailKey], rule: perHour(limits.signInFailuresPerEmail) },
      ]
    : [
        { key: ['sign-in', emailKey, 'device', device], rule: SIGN_IN },
        { key: ['sign-in devices', emailKey], rule: perHour(limits.signInFailuresFromDevices) },
      ];

/**
 * Counts an attempt before the password is compared, so that parallel attempts count too. Returns `undo`, which reverts
 * this attempt, and `clear`, which also deletes the failures of the network or device. Throws RATE_LIMITED.
 */
const countAttempt = async (parts: SignIn, emailKey: string, place: SignInPlace | undefined, signal: AbortSignal) => {
  const { attempts } = parts;
  const device = await findKnownDevice(parts, place?.device, emailKey, signal);
  const keys = listAttemptKeys(parts, emailKey, networkKey(place?.address), device);
  const charges: (() => Promise<void>)[] = [];
  for (const { key, rule } of keys) charges.push(await attempts.charge(key, rule));
  const undo = async (): Promise<void> => void (await Promise.all(charges.map((revert) => revert())));
  return {
    undo,
    clear: async () => {
      await undo();
      await attempts.clear(keys[0].key);
    },
  };
};

/**
 * The users with a password that own an email: those who confirmed it. As long as no user did, all of them: then the
 * owner is one of several whose mailbox is not proven (N8). `candidates` also has users of earlier versions, who were
 * not asked yet; they are compared last.
 */
const findOwners = async (parts: Pick<SignIn, 'findUsersByEmail' | 'mailer'>, emailKey: string) => {
  const active = (await parts.findUsersByEmail(emailKey)).filter(hasPassword);
  const confirmed = active.filter((user) => isEmailConfirmed(parts, user));
  if (confirmed.length === 0) return { owners: active, candidates: active };
  const earlier = active.filter((user) => user.confirmEmailBy !== undefined && !confirmed.includes(user));
  return { owners: confirmed, candidates: [...confirmed, ...earlier] };
};

/**
 * Signs in by email, password and, if the user has one, the second factor. Returns the accounts to choose from if the
 * password matches several. Throws UNAUTHENTICATED, SECOND_FACTOR, and RATE_LIMITED after 5 failures within a minute
 * (decisions section 8).
 */
export const signIn =
  (parts: SignIn) =>
  async ({ email, password, accountId, place, code }: SignInRequest, { signal }: { signal: AbortSignal }) => {
    const emailKey = toEmailKey(email);
    const attempt = await countAttempt(parts, emailKey, place, signal);
    if (password.length > MAX_PASSWORD || emailKey === '') throw refuse('UNAUTHENTICATED');
    const { owners, candidates: ofEmail } = await findOwners(parts, emailKey);
    // With an account the user is found however many other accounts have the email.
    const candidates =
      accountId === 0
        ? ofEmail
        : (await parts.users.findBy(systemCall(accountId, signal), 'emailKey', emailKey, 1)).filter(hasPassword);
    const caller = { network: networkKey(place?.address), signal };
    // A refusal by the queue of password hashes is not a wrong password.
    const compared = usersWithPassword(parts, candidates.slice(0, MAX_COMPARED), password, caller);
    const matching = await undoOnError(attempt.undo, compared);
    if (matching.length === 0) throw refuse('UNAUTHENTICATED');
    if (matching.length === 1) await requireSecondFactor(parts, matching[0]!, code);
    // An attacker may own an account with this email: its password must not clear the failures of guesses at another
    // account.
    if (owners.every(({ _id }) => matching.some((user) => user._id === _id))) await attempt.clear();
    else await attempt.undo();
    if (matching.length > 1) return { accounts: await Promise.all(matching.map((user) => buildChoice(parts, user))) };
    return { signedIn: await openSession(parts, matching[0]!, place), accounts: [] };
  };
