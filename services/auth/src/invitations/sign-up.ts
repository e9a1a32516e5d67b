import type { ConfirmSignUpRequest, InviteOwnerRequest, SignUpRequest } from '@porchlight/contracts';
import { refuse, refuseAll } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';
import { DAY_MS } from '@porchlight/runtime';
import { systemCall } from '@porchlight/store';
import { createAccount } from '../accounts';
import { perHour } from '../security';
import { signUpMail } from '../mail-texts';
import { sendMail } from '../send-mail';
import { assertPassword, networkKey, openSession } from '../sign-in';
import { isEmailAddress, toEmailKey } from '../users';
import { askForConfirmation } from './confirm-email';
import type { InvitationPorts } from './invitation-ports';
import type { PendingSignUpDocument } from './pending-sign-up';

const MAX_NAME = 255;
const TOKEN_BYTES = 32;
const LINK_MS = DAY_MS;
const INVITATION_MS = 7 * LINK_MS;

type NewOwner = Pick<SignUpRequest, 'accountName' | 'firstName' | 'lastName' | 'email'>;

const signUpKey = ({ secrets }: InvitationPorts, token: string): string => secrets.hash(`sign-up ${token}`);

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
const storePending = async (ports: InvitationPorts, owner: NewOwner, ms: number, invited: boolean): Promise<string> => {
  const token = ports.ids.random(TOKEN_BYTES).toString('base64url');
  const expires = new Date(ports.clock.now() + ms);
  await ports.pendingSignUps.insertOne({
    _id: signUpKey(ports, token),
    ...owner,
    expires,
    ...(invited && { invited }),
  });
  return `${ports.consoleUrl}/confirm-sign-up?token=${token}`;
};

/**
 * Stores a sign-up and mails a link that creates the account. No account exists before, so that no account id is used
 * and no email is occupied. The mail has a fixed text without user input. Throws SIGN_UP_CLOSED, INVALID_BODY,
 * RATE_LIMITED by network; beyond the limit of a mailbox the response is the usual one.
 */
export const signUp =
  (ports: InvitationPorts) =>
  async (request: SignUpRequest): Promise<object> => {
    if (ports.signUpMode !== 'open' || !ports.mailer.configured) throw refuse('SIGN_UP_CLOSED');
    const owner = readOwner(request);
    const { place } = request;
    await ports.attempts.charge(['sign-up', networkKey(place?.address)], perHour(ports.limits.signUpsPerNetwork));
    if (
      !(await ports.attempts.tryCharge(
        ['sign-up mail', toEmailKey(owner.email)],
        perHour(LIMITS.signUpMailsPerMailbox.value),
      ))
    )
      return {};
    const url = await storePending(ports, owner, LINK_MS, false);
    sendMail(ports, { email: owner.email }, signUpMail(url));
    return {};
  };

/**
 * Stores a sign-up on behalf of the operator and returns its link, valid for 7 days. Throws INVALID_BODY,
 * SIGN_UP_CLOSED.
 */
export const inviteOwner =
  (ports: InvitationPorts) =>
  async (request: InviteOwnerRequest): Promise<{ url: string }> => {
    if (ports.signUpMode === 'off') throw refuse('SIGN_UP_CLOSED');
    return { url: await storePending(ports, readOwner(request), INVITATION_MS, true) };
  };

/**
 * The pending sign-up of a link. Throws NOT_FOUND for an unknown or expired link, SIGN_UP_CLOSED if its kind is not
 * allowed.
 */
const findPending = async (ports: InvitationPorts, token: string): Promise<PendingSignUpDocument> => {
  const pending = await ports.pendingSignUps.findOne({ _id: signUpKey(ports, token) });
  if (!pending || pending.expires.getTime() <= ports.clock.now()) throw refuse('NOT_FOUND', { what: 'valid link' });
  if (ports.signUpMode === 'off' || (ports.signUpMode === 'invite' && !pending.invited)) throw refuse('SIGN_UP_CLOSED');
  return pending;
};

/** Creates the account of a mailed link, once, and signs its owner in. Throws NOT_FOUND for a used or expired link. */
export const confirmSignUp =
  (ports: InvitationPorts) =>
  async ({ token, password, place }: ConfirmSignUpRequest, call: { signal: AbortSignal }) => {
    assertPassword(password);
    const { _id, accountName: name, firstName, lastName, email, invited } = await findPending(ports, token);
    if (!(await ports.pendingSignUps.deleteOne({ _id }))) throw refuse('NOT_FOUND', { what: 'valid link' });
    const { accountId, ownerId } = await createAccount(ports, { openSignUp: !invited })(
      { name, firstName, lastName, email, password, domain: '' },
      call,
    );
    const owner = await ports.users.load(systemCall(accountId, call.signal), ownerId);
    if (!owner) throw refuse('UNAVAILABLE');
    const signedIn = await openSession(ports, owner, place);
    await askForConfirmation(ports, owner);
    return { signedIn };
  };
