import { systemCall } from '@porchlight/store';
import type { AcceptInvitationRequest, ChoosePasswordRequest, ResetPasswordRequest } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';
import { perHour } from '../security';
import { plainName, sendMail } from '../send-mail';
import {
  assertPassword,
  hashPasswordVersion,
  knownDevice,
  loadSecondFactor,
  networkKey,
  openSession,
} from '../sign-in';
import { toEmailKey, type UserDocument } from '../users';
import type { InvitationPorts } from './invitation-ports';
import { inviteUser } from './invitations';
import { createPasswordLink, linkKey, type PasswordLinkDocument } from './password-link';

const RESET_MS = 3_600_000;

const NO_LINK = { what: 'valid link' };

/** The link, if it exists and is not expired. Throws NOT_FOUND. */
const findLink = async (ports: InvitationPorts, token: string, purpose: PasswordLinkDocument['purpose']) => {
  const link = await ports.passwordLinks.findOne({ _id: linkKey(ports, token) });
  if (link?.purpose !== purpose || link.expires.getTime() <= ports.clock.now()) throw refuse('NOT_FOUND', NO_LINK);
  return link;
};

/**
 * Accepts an invitation: sets the password, activates the user and signs in. The status of the user makes the link
 * single-use.
 */
export const acceptInvitation =
  (ports: InvitationPorts) =>
  async ({ token, password, place }: AcceptInvitationRequest, { signal }: { signal: AbortSignal }) => {
    assertPassword(password);
    const link = await findLink(ports, token, 'invitation');
    const passwordHash = await ports.secrets.hashPassword(password);
    const active = await ports.users.modify(systemCall(link.accountId, signal), link.userId, (before) => {
      // The link is not valid if the email was corrected after it was created.
      const isCurrent = (link.emailKey ?? before.emailKey) === before.emailKey;
      if (before.status !== 'Invited' || !isCurrent) throw refuse('NOT_FOUND', NO_LINK);
      return { ...before, status: 'Active', passwordHash };
    });
    // Last, so that an interrupted request can be repeated.
    await ports.passwordLinks.deleteOne({ _id: link._id });
    return { signedIn: await openSession(ports, active, place) };
  };

/**
 * Beyond the limits the response is the same, without a mail. A known device has limits of its own, so that an attacker
 * cannot use up the resets of a mailbox.
 */
const isResetAllowed = async (
  ports: InvitationPorts,
  emailKey: string,
  { address, device }: ResetPasswordRequest,
): Promise<boolean> => {
  const { attempts, limits } = ports;
  const perMailbox = perHour(LIMITS.resetMailsPerMailbox.value);
  const known = knownDevice(ports, device, emailKey);
  if (known !== undefined) return attempts.tryCharge(['reset', emailKey, 'device', known], perMailbox);
  if (!(await attempts.tryCharge(['reset', networkKey(address)], perHour(limits.resetsPerNetwork)))) return false;
  return attempts.tryCharge(['reset', emailKey], perMailbox);
};

/** Target of a link for an unknown email; the database removes it at once. */
const NOBODY = { accountId: 0, id: 0, email: '', emailKey: '' };

type Addressee = Pick<UserDocument, 'accountId' | 'id' | 'email' | 'emailKey' | 'passwordHash'>;

const composeResetMail = async (ports: InvitationPorts, user: Addressee) => {
  const url = `${ports.consoleUrl}/new-password?token=${await createPasswordLink(ports, user, 'reset', user === NOBODY ? 0 : RESET_MS)}`;
  const account = (await ports.accounts.findOne({ _id: user.accountId }))?.name ?? '';
  const text = `A new password for ${user.email} at ${plainName(account)} was requested.\n\nIf you requested it, choose one within an hour:\n${url}\n`;
  return { subject: 'Your new password', text };
};

const mailReset = async (ports: InvitationPorts, user: UserDocument): Promise<void> =>
  sendMail(ports, user, await composeResetMail(ports, user));

/**
 * Mails a reset link to every user with this email, or resends an invitation. Returns the same response for unknown
 * addresses to prevent enumeration.
 */
export const resetPassword =
  (ports: InvitationPorts) =>
  async (request: ResetPasswordRequest): Promise<Record<string, never>> => {
    const emailKey = toEmailKey(request.email);
    if (!(await isResetAllowed(ports, emailKey, request))) return {};
    const users = (await ports.findUsersByEmail(emailKey)).filter(
      ({ status }) => status === 'Invited' || status === 'Active',
    );
    for (const user of users) await (user.status === 'Invited' ? inviteUser(ports, user) : mailReset(ports, user));
    // The same work is done for unknown addresses, so that the response time does not reveal them.
    if (users.length === 0) await composeResetMail(ports, NOBODY);
    return {};
  };

/** Values of `revoke`; sessions always end. */
const REVOCABLE = ['sessions', 'keys', 'grants'];

/**
 * Sets a new password by a mailed link. Ends all sessions of the user and all other reset links; ends API keys and
 * OAuth grants if `revoke` names them. A user with a second factor is not signed in: a mailbox is only one factor.
 */
export const choosePassword =
  (ports: InvitationPorts) =>
  async ({ token, password, place, revoke }: ChoosePasswordRequest, { signal }: { signal: AbortSignal }) => {
    assertPassword(password);
    const unknown = revoke.find((one) => !REVOCABLE.includes(one));
    if (unknown !== undefined)
      throw refuse('INVALID_BODY', {
        problems: `Field 'revoke' must list some of ${REVOCABLE.join(', ')}, not '${unknown}'.`,
      });
    const link = await findLink(ports, token, 'reset');
    const passwordHash = await ports.secrets.hashPassword(password);
    if (!(await ports.passwordLinks.deleteOne({ _id: link._id }))) throw refuse('NOT_FOUND', NO_LINK);
    const changed = await ports.users.modify(
      systemCall(link.accountId, signal),
      link.userId,
      (before) => {
        const isCurrent =
          (link.passwordMark ?? hashPasswordVersion(ports, before)) === hashPasswordVersion(ports, before);
        if (before.status !== 'Active' || !isCurrent) throw refuse('NOT_FOUND', NO_LINK);
        return { ...before, passwordHash };
      },
      { silent: true },
    );
    const { accountId, id: userId } = changed;
    await ports.sessions.deleteMany({ accountId, userId });
    if (revoke.includes('keys'))
      await ports.apiKeys.updateMany({ accountId, userId, disabled: false }, { $set: { disabled: true } });
    if (revoke.includes('grants')) await ports.grants.revokeOfUser(accountId, userId);
    if (await loadSecondFactor(ports, changed)) return { signedIn: undefined };
    return { signedIn: await openSession(ports, changed, place) };
  };
