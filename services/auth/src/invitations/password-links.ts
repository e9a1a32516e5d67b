import { HOUR_MS } from '@porchlight/runtime';
import { systemCall } from '@porchlight/store';
import type {
  AcceptInvitationRequest,
  ChoosePasswordRequest,
  ReadInvitationRequest,
  ReadInvitationResponse,
  ResetPasswordRequest,
} from '@porchlight/contracts';
import { invalidBody, refuse } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';
import { perHour } from '../security';
import { resetMail, sendMail, type ResetLink } from '../mail';
import {
  assertPassword,
  findKnownDevice,
  hashPasswordVersion,
  loadSecondFactor,
  networkKey,
  openSession,
  type Sessions,
} from '../sign-in';
import { toEmailKey, type UserDocument, withConfirmedEmail } from '../users';
import { askForConfirmation } from './confirm-email';
import type { LinkMails, PasswordLinks, PasswordResets } from './invitation-parts';
import { INVITATION_MS } from './invitations';
import { createPasswordLinks, findLink, NO_LINK } from './password-link';
import type { PasswordLinkDocument } from './password-link-document';

const RESET_MS = HOUR_MS;

/** The invited user may follow the link: it was not used, and the email was not corrected after it was created. */
const isCurrent = (link: PasswordLinkDocument, user: UserDocument): boolean =>
  user.status === 'Invited' && (link.emailKey ?? user.emailKey) === user.emailKey;

/** Returns who invites whom. Throws NOT_FOUND for a used, expired or unknown link. */
export const readInvitation =
  (parts: Pick<Sessions, 'users'> & PasswordLinks & Pick<LinkMails, 'accounts'>) =>
  async ({ token }: ReadInvitationRequest, { signal }: { signal: AbortSignal }): Promise<ReadInvitationResponse> => {
    const link = await findLink(parts, token, 'invitation');
    const call = systemCall(link.accountId, signal);
    const user = await parts.users.load(call, link.userId);
    if (!user || !isCurrent(link, user)) throw refuse('NOT_FOUND', NO_LINK);
    const inviter = link.invitedById ? await parts.users.load(call, link.invitedById) : undefined;
    const account = await parts.accounts.findOne({ _id: link.accountId });
    return { accountName: account?.name ?? '', invitedBy: inviter?.name ?? '', email: user.email };
  };

/**
 * Accepts an invitation: sets the password, activates the user and signs in. The status of the user makes the link
 * single-use.
 */
export const acceptInvitation =
  (parts: Sessions & LinkMails) =>
  async ({ token, password, place }: AcceptInvitationRequest, { signal }: { signal: AbortSignal }) => {
    assertPassword(password);
    const link = await findLink(parts, token, 'invitation');
    const passwordHash = await parts.secrets.hashPassword(password);
    const active = await parts.users.modify(systemCall(link.accountId, signal), link.userId, (before) => {
      if (!isCurrent(link, before)) throw refuse('NOT_FOUND', NO_LINK);
      return { ...(link.mailed ? withConfirmedEmail(before) : before), status: 'Active', passwordHash };
    });
    // Last, so that an interrupted request can be repeated.
    await parts.passwordLinks.deleteOne({ _id: link._id });
    const signedIn = await openSession(parts, active, place);
    await askForConfirmation(parts, active);
    return { signedIn };
  };

/**
 * Beyond the limits the response is the same, without a mail. A known device has limits of its own, so that an attacker
 * cannot use up the resets of a mailbox.
 */
const isResetAllowed = async (
  parts: Pick<PasswordResets, 'attempts' | 'limits' | 'users' | 'secrets' | 'mailer'>,
  emailKey: string,
  { address, device }: ResetPasswordRequest,
  signal: AbortSignal,
): Promise<boolean> => {
  const { attempts, limits } = parts;
  const perMailbox = perHour(LIMITS.resetMailsPerMailbox.value);
  const id = await findKnownDevice(parts, device, emailKey, signal);
  if (id !== undefined) {
    if (!(await attempts.tryCharge(['reset', emailKey, 'device', id], perMailbox))) return false;
    return attempts.tryCharge(['reset devices', emailKey], perHour(LIMITS.resetMailsToDevices.value));
  }
  if (!(await attempts.tryCharge(['reset', networkKey(address)], perHour(limits.resetsPerNetwork)))) return false;
  return attempts.tryCharge(['reset', emailKey], perMailbox);
};

type Addressee = Pick<UserDocument, 'accountId' | 'id' | 'status' | 'email' | 'emailKey' | 'passwordHash'>;

/** Target of a link for an unknown email; the database removes it at once. */
const NOBODY: Addressee = { accountId: 0, id: 0, status: 'Active', email: '', emailKey: '' };

/** One mail for all users of an email: each mail counts, and squatted users must not multiply them (N2, N8). */
const composeResetMail = async (parts: LinkMails, users: readonly [Addressee, ...Addressee[]]) => {
  const isInvited = ({ status }: Addressee): boolean => status === 'Invited';
  const tokens = await createPasswordLinks(
    parts,
    users.map((user) => ({
      user,
      mailed: true,
      ...(isInvited(user)
        ? { purpose: 'invitation', ms: INVITATION_MS }
        : { purpose: 'reset', ms: user === NOBODY ? 0 : RESET_MS }),
    })),
  );
  const accountIds = users.map(({ accountId }) => accountId);
  const accounts = await parts.accounts.find({ _id: { $in: accountIds } }, { limit: accountIds.length });
  const names = new Map(accounts.map(({ _id, name }) => [_id, name]));
  const links = users.map((user, nth): ResetLink => {
    const invited = isInvited(user);
    const url = `${parts.consoleUrl}/${invited ? 'invitation' : 'new-password'}?token=${tokens[nth]}`;
    return { accountName: names.get(user.accountId), url, invited };
  });
  return resetMail(users[0].email, links);
};

/**
 * Mails the user of an email a reset link, or a new link of an invitation; users of several accounts get the links in
 * one mail. Returns the same response for unknown addresses to prevent enumeration.
 */
export const resetPassword =
  (parts: PasswordResets) =>
  async (request: ResetPasswordRequest, { signal }: { signal: AbortSignal }): Promise<Record<string, never>> => {
    const emailKey = toEmailKey(request.email);
    if (!(await isResetAllowed(parts, emailKey, request, signal))) return {};
    const [first, ...others] = (await parts.findUsersByEmail(emailKey)).filter(
      ({ status }) => status === 'Invited' || status === 'Active',
    );
    // The same work is done for unknown addresses, so that the response time does not reveal them.
    const mail = await composeResetMail(parts, [first ?? NOBODY, ...others]);
    if (first) sendMail(parts, { email: first.email }, mail);
    return {};
  };

/** Values of `revoke`; sessions always end. */
const REVOCABLE = ['sessions', 'keys', 'grants'];

/**
 * Sets a new password by a mailed link. Ends all sessions of the user and all other reset links; ends API keys and
 * OAuth grants if `revoke` names them. A user with a second factor is not signed in: a mailbox is only one factor.
 */
export const choosePassword =
  (parts: PasswordResets) =>
  async ({ token, password, place, revoke }: ChoosePasswordRequest, { signal }: { signal: AbortSignal }) => {
    assertPassword(password);
    const unknown = revoke.find((one) => !REVOCABLE.includes(one));
    if (unknown !== undefined)
      throw invalidBody(`Field 'revoke' must list some of ${REVOCABLE.join(', ')}, not '${unknown}'.`);
    const link = await findLink(parts, token, 'reset');
    const passwordHash = await parts.secrets.hashPassword(password);
    if (!(await parts.passwordLinks.deleteOne({ _id: link._id }))) throw refuse('NOT_FOUND', NO_LINK);
    const call = systemCall(link.accountId, signal);
    const user = await parts.users.load(call, link.userId);
    const changed = await parts.users.modify(
      call,
      link.userId,
      (before) => {
        const isCurrent =
          (link.passwordMark ?? hashPasswordVersion(parts, before)) === hashPasswordVersion(parts, before);
        if (before.status !== 'Active' || !isCurrent) throw refuse('NOT_FOUND', NO_LINK);
        // Reset links are only mailed.
        return { ...withConfirmedEmail(before), passwordHash };
      },
      // Other services need to know of a confirmation only.
      { silent: user?.emailConfirmed === true },
    );
    const { accountId, id: userId } = changed;
    await parts.sessions.deleteMany({ accountId, userId });
    if (revoke.includes('keys'))
      await parts.apiKeys.updateMany({ accountId, userId, disabled: false }, { $set: { disabled: true } });
    if (revoke.includes('grants')) await parts.grants.revokeOfUser(accountId, userId);
    if (await loadSecondFactor(parts, changed)) return { signedIn: undefined };
    return { signedIn: await openSession(parts, changed, place) };
  };
