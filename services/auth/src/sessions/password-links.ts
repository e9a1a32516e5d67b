import { systemCall } from '@porchlight/store';
import type { AcceptInvitationRequest, ChoosePasswordRequest, ResetPasswordRequest, SignedIn } from '@porchlight/contracts';
import { isRefusal, refuse } from '@porchlight/errors';
import type { UserDocument } from '../documents';
import { emailKeyOf } from '../rules/email-address';
import type { LockOut } from '../rules/lock-out';
import { demandPassword } from '../rules/password';
import { openSession } from './open-session';
import { passwordMarkOf } from './password-mark';
import { secondFactorOf } from './second-factor';
import { sendMail } from './send-mail';
import type { PasswordLinkDocument } from './session-document';
import type { SessionPorts } from './session-ports';

const INVITATION_MS = 7 * 86_400_000;
const RESET_MS = 3_600_000;
const TOKEN_BYTES = 32;
/** Mails that one address of the internet can have sent to one mailbox. */
const RESETS: LockOut = { free: 5, withinMs: 3_600_000, doubles: false, waitMs: 0, mostMs: 0 };
/** And all addresses together. */
const RESETS_OF_ALL: LockOut = { ...RESETS, free: 20 };

const linkKey = ({ secrets }: SessionPorts, token: string): string => secrets.hash(`password link ${token}`);

const drawLink = async (ports: SessionPorts, user: Pick<UserDocument, 'accountId' | 'id' | 'passwordHash'>, purpose: PasswordLinkDocument['purpose'], ms: number): Promise<string> => {
  const token = ports.ids.random(TOKEN_BYTES).toString('base64url');
  await ports.passwordLinks.insertOne({
    _id: linkKey(ports, token),
    purpose,
    accountId: user.accountId,
    userId: user.id,
    passwordMark: passwordMarkOf(ports, user),
    expires: new Date(ports.clock.now() + ms),
  });
  return token;
};

/** Where an invited user chooses a password: once, within 7 days; mailed too where mail is configured. */
export const inviteUser = async (ports: SessionPorts, user: UserDocument): Promise<string> => {
  const url = `${ports.consoleUrl}/invitation?token=${await drawLink(ports, user, 'invitation', INVITATION_MS)}`;
  const account = (await ports.accounts.findOne({ _id: user.accountId }))?.name ?? '';
  const subject = `You are invited to ${account || 'Porchlight'}`;
  sendMail(ports, user, { subject, text: `${subject}.\n\nChoose a password within 7 days:\n${url}\n` });
  return url;
};

const NO_LINK = { what: 'valid link' };

/** A link that is neither unknown nor over. Throws NOT_FOUND. */
const findLink = async (ports: SessionPorts, token: string, purpose: PasswordLinkDocument['purpose']): Promise<PasswordLinkDocument> => {
  const link = await ports.passwordLinks.findOne({ _id: linkKey(ports, token) });
  if (link?.purpose !== purpose || link.expires.getTime() <= ports.clock.now()) throw refuse('NOT_FOUND', NO_LINK);
  return link;
};

/** An invited user chooses a password, is active from now on and signed in. It is the status that makes the link one for one use. */
export const acceptInvitation =
  (ports: SessionPorts) =>
  async ({ token, password, place }: AcceptInvitationRequest, { signal }: { signal: AbortSignal }): Promise<{ signedIn: SignedIn }> => {
    demandPassword(password);
    const link = await findLink(ports, token, 'invitation');
    const passwordHash = await ports.secrets.hashPassword(password);
    const active = await ports.users.modify(systemCall(link.accountId, signal), link.userId, (before) => {
      if (before.status !== 'Invited') throw refuse('NOT_FOUND', NO_LINK);
      return { ...before, status: 'Active', passwordHash };
    });
    // Last, so that who is interrupted before can come again.
    await ports.passwordLinks.deleteOne({ _id: link._id });
    return { signedIn: await openSession(ports, active, place) };
  };

/** Who asks too often gets the usual answer and no mail. */
const mayAsk = async ({ attempts }: SessionPorts, emailKey: string, address: string): Promise<boolean> => {
  try {
    await attempts.charge(['reset', emailKey, address], RESETS);
    await attempts.charge(['reset', emailKey], RESETS_OF_ALL);
    return true;
  } catch (error) {
    if (isRefusal(error) && error.reason === 'RATE_LIMITED') return false;
    throw error;
  }
};

/** What a link that opens nothing is drawn for; the database removes it at once. */
const NOBODY = { accountId: 0, id: 0, email: '' };

type Addressee = Pick<UserDocument, 'accountId' | 'id' | 'email' | 'passwordHash'>;

const drawResetMail = async (ports: SessionPorts, user: Addressee): Promise<{ subject: string; text: string }> => {
  const url = `${ports.consoleUrl}/new-password?token=${await drawLink(ports, user, 'reset', user === NOBODY ? 0 : RESET_MS)}`;
  const account = (await ports.accounts.findOne({ _id: user.accountId }))?.name ?? '';
  const text = `Somebody asked for a new password for ${user.email} at ${account}.\n\nIf it was you, choose one within an hour:\n${url}\n`;
  return { subject: 'Your new password', text };
};

const mailReset = async (ports: SessionPorts, user: UserDocument): Promise<void> => sendMail(ports, user, await drawResetMail(ports, user));

/** Mails a link to every user with this e-mail, a new invitation to who was invited. The answer is the same whether there is one. */
export const resetPassword =
  (ports: SessionPorts) =>
  async ({ email, address }: ResetPasswordRequest): Promise<Record<string, never>> => {
    const emailKey = emailKeyOf(email);
    if (!(await mayAsk(ports, emailKey, address))) return {};
    const users = (await ports.usersWithEmail(emailKey)).filter(({ status }) => status === 'Invited' || status === 'Active');
    for (const user of users) await (user.status === 'Invited' ? inviteUser(ports, user) : mailReset(ports, user));
    // As much is done for nobody, so that the time of the answer does not tell either.
    if (users.length === 0) await drawResetMail(ports, NOBODY);
    return {};
  };

/**
 * Sets a new password by a mailed link; whoever is signed in with the old one is so no more, and other links to a new one are
 * over. Who has a second factor is not signed in by it: a mailbox is one factor only.
 */
export const choosePassword =
  (ports: SessionPorts) =>
  async ({ token, password, place }: ChoosePasswordRequest, { signal }: { signal: AbortSignal }): Promise<{ signedIn: SignedIn | undefined }> => {
    demandPassword(password);
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
    await ports.sessions.deleteMany({ accountId: changed.accountId, userId: changed.id });
    if (await secondFactorOf(ports, changed)) return { signedIn: undefined };
    return { signedIn: await openSession(ports, changed, place) };
  };
