import { type SendInvitationRequest, type SendInvitationResponse, type User } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';
import { DAY_MS } from '@porchlight/runtime';
import type { StoreCall } from '@porchlight/store';
import { type AccountDocument, chargeNewAccount, isNewAccount } from '../accounts';
import { perDay, undoOnError } from '../security';
import { invitationMail, sendMail } from '../mail';
import type { UserDocument, UserHandlers } from '../users';
import type { Invitations } from './invitation-parts';
import { createPasswordLinks } from './password-link';

/** How long an invitation is valid, ms. */
export const INVITATION_MS = 7 * DAY_MS;

/** Mails of invitations are limited per account, and per mailbox over all accounts. */
const isMailAllowed = async (
  { attempts, clock, limits }: Pick<Invitations, 'attempts' | 'clock' | 'limits'>,
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
const inviteUser = async (
  parts: Invitations,
  user: UserDocument,
  { actor }: StoreCall,
): Promise<SendInvitationResponse> => {
  const account = (await parts.accounts.findOne({ _id: user.accountId })) ?? undefined;
  const mailed = parts.mailer.configured && (await isMailAllowed(parts, account, user));
  const link = { user, purpose: 'invitation', invitedById: actor.userId, ms: INVITATION_MS } as const;
  const [responseToken = '', mailedToken = ''] = await createPasswordLinks(parts, [
    { ...link, mailed: false },
    ...(mailed ? [{ ...link, mailed }] : []),
  ]);
  const toUrl = (token: string): string => `${parts.consoleUrl}/invitation?token=${token}`;
  if (mailed) {
    sendMail(parts, user, invitationMail(account?.name, toUrl(mailedToken)));
  }
  return { url: toUrl(responseToken), mailed };
};

const deleteInvitations = (
  { passwordLinks }: Pick<Invitations, 'passwordLinks'>,
  { accountId, id: userId }: UserDocument,
) => passwordLinks.deleteMany({ accountId, userId, purpose: 'invitation' });

/** Replaces the links of the user by a new one. */
const resendInvitation = async (
  parts: Invitations,
  user: UserDocument,
  call: StoreCall,
): Promise<SendInvitationResponse> => {
  await deleteInvitations(parts, user);
  return inviteUser(parts, user, call);
};

/** Sends an invitation again. Throws FORBIDDEN, NOT_FOUND, CONFLICT unless the user is Invited. */
export const sendInvitation =
  (parts: Invitations) =>
  async ({ userId }: SendInvitationRequest, call: StoreCall): Promise<SendInvitationResponse> => {
    const user = await parts.users.load(call, userId);
    if (!user) throw refuse('NOT_FOUND', { what: 'user' });
    if (user.status !== 'Invited')
      throw refuse('CONFLICT', { message: `The user is ${user.status}. Only an invited user gets an invitation.` });
    return resendInvitation(parts, user, call);
  };

/** The methods of users that invitations follow from. */
type InvitingHandlers = Pick<UserHandlers, 'createUser' | 'updateUser' | 'deleteUser'>;

/**
 * Adds invitations to the methods of users: a new user or a corrected email gets a link, which only this response
 * contains; the links of a deleted user are deleted. Throws NEW_ACCOUNT_LIMIT beyond the invitations of a new account.
 */
export const withInvitation = (parts: Invitations, handlers: UserHandlers): InvitingHandlers => {
  const withLink = <A extends { readonly record?: User | undefined }>(answer: A, url: string): A => ({
    ...answer,
    record: { ...answer.record, invitationUrl: url },
  });
  return {
    async createUser(request, call) {
      const undo = await chargeNewAccount(parts, call.actor.accountId, 'users', parts.limits.newAccountInvitations);
      const answer = await undoOnError(undo, handlers.createUser(request, call));
      const user = answer.created ? await parts.users.load(call, answer.record!.id) : undefined;
      return user?.status === 'Invited' ? withLink(answer, (await inviteUser(parts, user, call)).url) : answer;
    },
    async updateUser(request, call) {
      const before = await parts.users.load(call, request.id);
      const answer = await handlers.updateUser(request, call);
      const user = before?.status === 'Invited' ? await parts.users.load(call, before.id) : undefined;
      const isCorrected = user?.status === 'Invited' && user.emailKey !== before?.emailKey;
      return isCorrected ? withLink(answer, (await resendInvitation(parts, user, call)).url) : answer;
    },
    async deleteUser(request, call) {
      const user = await parts.users.load(call, request.id);
      const answer = await handlers.deleteUser(request, call);
      if (user?.status === 'Invited') await deleteInvitations(parts, user);
      return answer;
    },
  };
};
