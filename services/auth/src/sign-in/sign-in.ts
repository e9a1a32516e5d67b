import type { AccountChoice, SignInPlace, SignInRequest, SignInResponse } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { systemCall } from '@porchlight/store';
import { hourly, type PasswordCaller, SIGN_IN, takeBackOnFault } from '../security';
import { emailKeyOf, type UserDocument } from '../users';
import { knownDevice, networkKey } from './device';
import { openSession } from './open-session';
import { MAX_PASSWORD } from './password';
import { demandSecondFactor } from './second-factor';
import type { SessionPorts } from './session-ports';

/** Users whose password is compared; one email in more accounts than that needs the account named. */
const MAX_COMPARED = 10;

/** Users whose password it is. Without any to compare with it takes as long as with one. */
const usersWithPassword = async (
  { secrets }: SessionPorts,
  candidates: readonly UserDocument[],
  password: string,
  caller: PasswordCaller,
): Promise<UserDocument[]> => {
  if (candidates.length === 0) await secrets.verifyPassword(password, undefined, caller);
  const fitting: UserDocument[] = [];
  for (const user of candidates)
    if (await secrets.verifyPassword(password, user.passwordHash, caller)) fitting.push(user);
  return fitting;
};

const hasPassword = ({ status, passwordHash }: UserDocument): boolean =>
  status === 'Active' && passwordHash !== undefined;

const choiceOf = async ({ accounts }: SessionPorts, { accountId }: UserDocument): Promise<AccountChoice> => ({
  id: accountId,
  name: (await accounts.findOne({ _id: accountId }))?.name ?? '',
});

/** An attempt that is counted before the password is compared, so that parallel attempts count too. */
interface CountedAttempt {
  /** Forgets the failures at this place. */
  clear(): Promise<void>;
  /** Takes this attempt back. */
  takeBack(): Promise<void>;
}

/**
 * Counts by email and network, by network, and slowly by email. A browser in which the user has signed in before counts
 * for itself, so that strangers cannot lock the user out. Throws RATE_LIMITED.
 */
const countAttempt = async (
  ports: SessionPorts,
  emailKey: string,
  place: SignInPlace | undefined,
): Promise<CountedAttempt> => {
  const { attempts, limits } = ports;
  const device = knownDevice(ports, place?.device, emailKey);
  if (device !== undefined) {
    const counted = ['sign-in', emailKey, 'device', device];
    const takeBack = await attempts.charge(counted, SIGN_IN);
    return { takeBack, clear: () => attempts.clear(counted) };
  }
  const network = networkKey(place?.address);
  const counted = ['sign-in', emailKey, network];
  const back = [
    await attempts.charge(counted, SIGN_IN),
    await attempts.charge(['sign-in network', network], hourly(limits.signInFailuresPerNetwork)),
    await attempts.charge(['sign-in email', emailKey], hourly(limits.signInFailuresPerEmail)),
  ];
  const takeBack = async (): Promise<void> => void (await Promise.all(back.map((undo) => undo())));
  return {
    takeBack,
    clear: async () => {
      await takeBack();
      await attempts.clear(counted);
    },
  };
};

/**
 * Signs in by email, password and, where the user has one, the second factor; the accounts to choose from when the
 * password fits several. Throws UNAUTHENTICATED, SECOND_FACTOR, and RATE_LIMITED after 5 failures within a minute
 * (decisions section 8).
 */
export const signIn =
  (ports: SessionPorts) =>
  async (
    { email, password, accountId, place, code }: SignInRequest,
    { signal }: { signal: AbortSignal },
  ): Promise<SignInResponse> => {
    const emailKey = emailKeyOf(email);
    const attempt = await countAttempt(ports, emailKey, place);
    if (password.length > MAX_PASSWORD || emailKey === '') throw refuse('UNAUTHENTICATED');
    const namesakes = (await ports.usersWithEmail(emailKey)).filter(hasPassword);
    // In a named account found however many others have the email.
    const candidates =
      accountId === 0
        ? namesakes
        : (await ports.users.findBy(systemCall(accountId, signal), 'emailKey', emailKey, 1)).filter(hasPassword);
    const caller = { network: networkKey(place?.address), signal };
    // A refusal by the queue of password hashes says nothing about the password.
    const compared = usersWithPassword(ports, candidates.slice(0, MAX_COMPARED), password, caller);
    const fitting = await takeBackOnFault(attempt.takeBack, compared);
    if (fitting.length === 0) throw refuse('UNAUTHENTICATED');
    if (fitting.length === 1) await demandSecondFactor(ports, fitting[0]!, code);
    // Anybody may have an account with this email: what their own password shows does not forgive guesses at another's.
    if (namesakes.every(({ _id }) => fitting.some((user) => user._id === _id))) await attempt.clear();
    else await attempt.takeBack();
    if (fitting.length > 1) return { accounts: await Promise.all(fitting.map((user) => choiceOf(ports, user))) };
    return { signedIn: await openSession(ports, fitting[0]!, place), accounts: [] };
  };
