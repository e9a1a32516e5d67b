import { type SendInvitationRequest, type SendInvitationResponse, type User } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';
import { DAY_MS } from '@porchlight/runtime';
import type { StoreCall } from '@porchlight/store';
import { type AccountDocument, chargeNewAccount, isNewAccount } from '../accounts';
import { perDay, undoOnError } from '../security';
import { invitationMail } from '../mail-texts';
import { sendMail } from '../send-mail';
import type { UserDocument, UserHandlers } from '../users';
import type { InvitationPorts } from './invitation-ports';
import { createPasswordLinks } from './password-link';

/** How long an invitation is valid, ms. */
export const INVITATION_MS = 7 * DAY_MS;

/** Mails of invitations are limited per account, and per mailbox over all accounts. */
const isMailAllowed = async (
  { attempts, clock, limits }: InvitationPorts,
  account: AccountDocument | undefined,
  { accountId, emailKey }: UserDocument,
): Promise<boolean> => {
  const perAccount = isNewAccount(account, clock.now())
    ? limits.newAccountInvitationMails
    : LIMITS.invitationMails.value;
  if (!(await attempts.tryCharge(['invitation mails', String(accountId)], perDay(perAccount)))) return false;
  return attempts.tryCharge(['invitation mailbox', emailKey], perDay(LIMITS.invitationMailsPerMailbox.value));
};

/**
 * Creates a single-use link with which an invited user sets a password within 7 days. Mails another one unless a daily
 * limit of mails is reached: only the mailed one proves that its user owns the mailbox (N2).
 */
export const inviteUser = async (ports: InvitationPorts, user: UserDocument): Promise<SendInvitationResponse> => {
  const account = (await ports.accounts.findOne({ _id: user.accountId })) ?? undefined;
  const mailed = ports.mailer.configured && (await isMailAllowed(ports, account, user));
  const link = { user, purpose: 'invitation', ms: INVITATION_MS } as const;
  const [shown = '', sent = ''] = await createPasswordLinks(ports, [
    { ...link, mailed: false },
    ...(mailed ? [{ ...link, mailed }] : []),
  ]);
  const toUrl = (token: string): string => `${ports.consoleUrl}/invitation?token=${token}`;
  if (mailed) {
    sendMail(ports, user, invitationMail(account?.name, toUrl(sent)));
  }
  return { url: toUrl(shown), mailed };
};

const deleteInvitations = ({ passwordLinks }: InvitationPorts, { accountId, id: userId }: UserDocument) =>
  passwordLinks.deleteMany({ accountId, userId, purpose: 'invitation' });

/** Replaces the links of the user by a new one. */
const resendInvitation = async (ports: InvitationPorts, user: UserDocument): Promise<SendInvitationResponse> => {
  await deleteInvitations(ports, user);
  return inviteUser(ports, user);
};

/** Sends an invitation again. Throws FORBIDDEN, NOT_FOUND, CONFLICT unless the user is Invited. */
export const sendInvitation =
  (ports: InvitationPorts) =>
  async ({ userId }: SendInvitationRequest, call: StoreCall): Promise<SendInvitationResponse> => {
    const user = await ports.users.load(call, userId);
    if (!user) throw refuse('NOT_FOUND', { what: 'user' });
    if (user.status !== 'Invited')
      throw refuse('CONFLICT', { message: `The user is ${user.status}. Only an invited user gets an invitation.` });
    return resendInvitation(ports, user);
  };

/**
 * Adds invitations to the methods of users: a new user or a corrected email gets a link, which only this response
 * contains; the links of a deleted user are deleted. Throws NEW_ACCOUNT_LIMIT beyond the invitations of a new account.
 */
export const withInvitation = (ports: InvitationPorts, handlers: UserHandlers): UserHandlers => {
  const withLink = <A extends { readonly record?: User | undefined }>(answer: A, url: string): A => ({
    ...answer,
    record: { ...answer.record, invitationUrl: url },
  });
  return {
    ...handlers,
    async createUser(request, call) {
      const undo = await chargeNewAccount(ports, call.actor.accountId, 'users', ports.limits.newAccountInvitations);
      const answer = await undoOnError(undo, handlers.createUser(request, call));
      const user = answer.created ? await ports.users.load(call, answer.record!.id) : undefined;
      return user?.status === 'Invited' ? withLink(answer, (await inviteUser(ports, user)).url) : answer;
    },
    async updateUser(request, call) {
      const before = await ports.users.load(call, request.id);
      const answer = await handlers.updateUser(request, call);
      const user = before?.status === 'Invited' ? await ports.users.load(call, before.id) : undefined;
      const isCorrected = user?.status === 'Invited' && user.emailKey !== before?.emailKey;
      return isCorrected ? withLink(answer, (await resendInvitation(ports, user)).url) : answer;
    },
    async deleteUser(request, call) {
      const user = await ports.users.load(call, request.id);
      const answer = await handlers.deleteUser(request, call);
      if (user?.status === 'Invited') await deleteInvitations(ports, user);
      return answer;
    },
  };
};
