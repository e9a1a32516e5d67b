import type { ConfirmSignUpRequest, InviteOwnerRequest, SignUpRequest } from '@porchlight/contracts';
import { refuse, refuseAll } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';
import { DAY_MS } from '@porchlight/runtime';
import { systemCall } from '@porchlight/store';
import { createAccount } from '../accounts';
import { perHour } from '../security';
import { sendMail, signUpMail } from '../mail';
import { assertPassword, networkKey, openSession } from '../sign-in';
import { isEmailAddress, toEmailKey } from '../users';
import { askForConfirmation } from './confirm-email';
import type { SignUps } from './invitation-parts';
import type { PendingSignUpDocument } from './pending-sign-up';

const MAX_NAME = 255;
const TOKEN_BYTES = 32;
const LINK_MS = DAY_MS;
const INVITATION_MS = 7 * LINK_MS;

type NewOwner = Pick<SignUpRequest, 'accountName' | 'firstName' | 'lastName' | 'email'>;

/** What sign-ups without an account are stored with. */
type PendingSignUps = Pick<SignUps, 'pendingSignUps' | 'signUpMode' | 'consoleUrl' | 'secrets' | 'ids' | 'clock'>;

const signUpKey = ({ secrets }: Pick<SignUps, 'secrets'>, token: string): string => secrets.hash(`sign-up ${token}`);

/** Throws INVALID_BODY. */
const readOwner = ({ accountName, firstName, lastName, email }: NewOwner): NewOwner => {
  const problems = Object.entries({ accountName, firstName, lastName })
    .filter(([name, text]) => text.trim().length > MAX_NAME || (text.trim() === '' && name !== 'lastName'))
    .map(([name]) => `Field '${name}' must have 1 to ${MAX_NAME} characters.`);
  if (!isEmailAddress(email)) problems.push("Field 'email' must be an email address.");
  if (problems.length > 0) throw refuseAll('INVALID_BODY', problems);
  return { accountName: accountName.trim(), firstName: firstName.trim(), lastName: lastName.trim(), email };
};

/** Stores a sign-up that has no account yet and returns its link. */
const storePending = async (parts: PendingSignUps, owner: NewOwner, ms: number, invited: boolean): Promise<string> => {
  const token = parts.ids.random(TOKEN_BYTES).toString('base64url');
  const expires = new Date(parts.clock.now() + ms);
  await parts.pendingSignUps.insertOne({
    _id: signUpKey(parts, token),
    ...owner,
    expires,
    ...(invited && { invited }),
  });
  return `${parts.consoleUrl}/confirm-sign-up?token=${token}`;
};

/**
 * Stores a sign-up and mails a link that creates the account. No account exists before, so that no account id is used
 * and no email is occupied. The mail has a fixed text without user input. Throws SIGN_UP_CLOSED, INVALID_BODY,
 * RATE_LIMITED by network; beyond the limit of a mailbox the response is the usual one.
 */
export const signUp =
  (parts: SignUps) =>
  async (request: SignUpRequest): Promise<object> => {
    if (parts.signUpMode !== 'open' || !parts.mailer.configured) throw refuse('SIGN_UP_CLOSED');
    const owner = readOwner(request);
    const { place } = request;
    await parts.attempts.charge(['sign-up', networkKey(place?.address)], perHour(parts.limits.signUpsPerNetwork));
    if (
      !(await parts.attempts.tryCharge(
        ['sign-up mail', toEmailKey(owner.email)],
        perHour(LIMITS.signUpMailsPerMailbox.value),
      ))
    )
      return {};
    const url = await storePending(parts, owner, LINK_MS, false);
    sendMail(parts, { email: owner.email }, signUpMail(url));
    return {};
  };

/**
 * Stores a sign-up on behalf of the operator and returns its link, valid for 7 days. Throws INVALID_BODY,
 * SIGN_UP_CLOSED.
 */
export const inviteOwner =
  (parts: PendingSignUps) =>
  async (request: InviteOwnerRequest): Promise<{ url: string }> => {
    if (parts.signUpMode === 'off') throw refuse('SIGN_UP_CLOSED');
    return { url: await storePending(parts, readOwner(request), INVITATION_MS, true) };
  };

/**
 * The pending sign-up of a link. Throws NOT_FOUND for an unknown or expired link, SIGN_UP_CLOSED if its kind is not
 * allowed.
 */
const findPending = async (parts: PendingSignUps, token: string): Promise<PendingSignUpDocument> => {
  const pending = await parts.pendingSignUps.findOne({ _id: signUpKey(parts, token) });
  if (!pending || pending.expires.getTime() <= parts.clock.now()) throw refuse('NOT_FOUND', { what: 'valid link' });
  if (parts.signUpMode === 'off' || (parts.signUpMode === 'invite' && !pending.invited)) throw refuse('SIGN_UP_CLOSED');
  return pending;
};

/** Creates the account of a mailed link, once, and signs its owner in. Throws NOT_FOUND for a used or expired link. */
export const confirmSignUp =
  (parts: SignUps) =>
  async ({ token, password, place }: ConfirmSignUpRequest, call: { signal: AbortSignal }) => {
    assertPassword(password);
    const { _id, accountName: name, firstName, lastName, email, invited } = await findPending(parts, token);
    if (!(await parts.pendingSignUps.deleteOne({ _id }))) throw refuse('NOT_FOUND', { what: 'valid link' });
    const { accountId, ownerId } = await createAccount(parts, { openSignUp: !invited })(
      { name, firstName, lastName, email, password, domain: '' },
      call,
    );
    const owner = await parts.users.load(systemCall(accountId, call.signal), ownerId);
    if (!owner) throw refuse('UNAVAILABLE');
    const signedIn = await openSession(parts, owner, place);
    await askForConfirmation(parts, owner);
    return { signedIn };
  };
