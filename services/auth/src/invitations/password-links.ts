import { systemCall } from '@porchlight/store';
import type {
  AcceptInvitationRequest,
  ChoosePasswordRequest,
  ResetPasswordRequest,
  SignedIn,
} from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';
import { hourly } from '../security';
import { sendMail } from '../send-mail';
import { demandPassword, knownDevice, networkKey, openSession, passwordMarkOf, secondFactorOf } from '../sign-in';
import { emailKeyOf, type UserDocument } from '../users';
import { drawLink, linkKey, type PasswordLinkDocument } from './draw-link';
import type { InvitationPorts } from './invitation-ports';
import { inviteUser } from './invitations';
import { plainName } from './plain-name';

const RESET_MS = 3_600_000;

const NO_LINK = { what: 'valid link' };

/** The link, if it exists and is not expired. Throws NOT_FOUND. */
const findLink = async (
  ports: InvitationPorts,
  token: string,
  purpose: PasswordLinkDocument['purpose'],
): Promise<PasswordLinkDocument> => {
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
  async (
    { token, password, place }: AcceptInvitationRequest,
    { signal }: { signal: AbortSignal },
  ): Promise<{ signedIn: SignedIn }> => {
    demandPassword(password);
    const link = await findLink(ports, token, 'invitation');
    const passwordHash = await ports.secrets.hashPassword(password);
    const active = await ports.users.modify(systemCall(link.accountId, signal), link.userId, (before) => {
      // A link to an address that was corrected meanwhile is not valid.
      const isCurrent = (link.emailKey ?? before.emailKey) === before.emailKey;
      if (before.status !== 'Invited' || !isCurrent) throw refuse('NOT_FOUND', NO_LINK);
      return { ...before, status: 'Active', passwordHash };
    });
    // Last, so that an interrupted request can be repeated.
    await ports.passwordLinks.deleteOne({ _id: link._id });
    return { signedIn: await openSession(ports, active, place) };
  };

/**
 * Beyond the limits the response is the usual one, without a mail. A browser in which the user has signed in has an
 * allowance of its own, so that strangers cannot use up the resets of a mailbox.
 */
const mayAsk = async (
  ports: InvitationPorts,
  emailKey: string,
  { address, device }: ResetPasswordRequest,
): Promise<boolean> => {
  const { attempts, limits } = ports;
  const perMailbox = hourly(LIMITS.resetMailsPerMailbox.value);
  const known = knownDevice(ports, device, emailKey);
  if (known !== undefined) return attempts.admits(['reset', emailKey, 'device', known], perMailbox);
  if (!(await attempts.admits(['reset', networkKey(address)], hourly(limits.resetsPerNetwork)))) return false;
  return attempts.admits(['reset', emailKey], perMailbox);
};

/** Target of a link for an unknown email; the database removes it at once. */
const NOBODY = { accountId: 0, id: 0, email: '', emailKey: '' };

type Addressee = Pick<UserDocument, 'accountId' | 'id' | 'email' | 'emailKey' | 'passwordHash'>;

const drawResetMail = async (ports: InvitationPorts, user: Addressee): Promise<{ subject: string; text: string }> => {
  const url = `${ports.consoleUrl}/new-password?token=${await drawLink(ports, user, 'reset', user === NOBODY ? 0 : RESET_MS)}`;
  const account = (await ports.accounts.findOne({ _id: user.accountId }))?.name ?? '';
  const text = `Somebody asked for a new password for ${user.email} at ${plainName(account)}.\n\nIf it was you, choose one within an hour:\n${url}\n`;
  return { subject: 'Your new password', text };
};

const mailReset = async (ports: InvitationPorts, user: UserDocument): Promise<void> =>
  sendMail(ports, user, await drawResetMail(ports, user));

/**
 * Mails a reset link to every user with this email, or resends an invitation. Returns the same response for unknown
 * addresses to prevent enumeration.
 */
export const resetPassword =
  (ports: InvitationPorts) =>
  async (request: ResetPasswordRequest): Promise<Record<string, never>> => {
    const emailKey = emailKeyOf(request.email);
    if (!(await mayAsk(ports, emailKey, request))) return {};
    const users = (await ports.usersWithEmail(emailKey)).filter(
      ({ status }) => status === 'Invited' || status === 'Active',
    );
    for (const user of users) await (user.status === 'Invited' ? inviteUser(ports, user) : mailReset(ports, user));
    // The same work is done for unknown addresses, so that the response time does not reveal them.
    if (users.length === 0) await drawResetMail(ports, NOBODY);
    return {};
  };

/** What a new password can end; sessions always end. */
const REVOCABLE = ['sessions', 'keys', 'grants'];

/**
 * Sets a new password by a mailed link. Ends all sessions of the user and all other reset links; ends API keys and
 * OAuth grants if `revoke` names them. A user with a second factor is not signed in: a mailbox is only one factor.
 */
export const choosePassword =
  (ports: InvitationPorts) =>
  async (
    { token, password, place, revoke }: ChoosePasswordRequest,
    { signal }: { signal: AbortSignal },
  ): Promise<{ signedIn: SignedIn | undefined }> => {
    demandPassword(password);
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
        const isCurrent = (link.passwordMark ?? passwordMarkOf(ports, before)) === passwordMarkOf(ports, before);
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
    if (await secondFactorOf(ports, changed)) return { signedIn: undefined };
    return { signedIn: await openSession(ports, changed, place) };
  };
