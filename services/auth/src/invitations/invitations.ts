import { mayPerform } from '@porchlight/access';
import { ADMINS, type SendInvitationRequest, type SendInvitationResponse, type User } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';
import type { ResourceHandlers, StoreCall } from '@porchlight/store';
import { type AccountDocument, chargeNewAccount, isNewAccount } from '../accounts';
import { daily, takeBackOnFault } from '../security';
import { sendMail } from '../send-mail';
import type { UserDocument } from '../users';
import { drawLink } from './draw-link';
import type { InvitationPorts } from './invitation-ports';
import { plainName } from './plain-name';

const INVITATION_MS = 7 * 86_400_000;

/** Whether an invitation may be mailed: limited by account, and by mailbox over all accounts. */
const mayMail = async (
  { attempts, clock, limits }: InvitationPorts,
  account: AccountDocument | undefined,
  { accountId, emailKey }: UserDocument,
): Promise<boolean> => {
  const perAccount = isNewAccount(account, clock.now())
    ? limits.newAccountInvitationMails
    : LIMITS.invitationMails.value;
  if (!(await attempts.admits(['invitation mails', String(accountId)], daily(perAccount)))) return false;
  return attempts.admits(['invitation mailbox', emailKey], daily(LIMITS.invitationMailsPerMailbox.value));
};

/**
 * Makes the link by which an invited user chooses a password: once, within 7 days. It is mailed too, up to the daily
 * limits of mails.
 */
export const inviteUser = async (ports: InvitationPorts, user: UserDocument): Promise<SendInvitationResponse> => {
  const url = `${ports.consoleUrl}/invitation?token=${await drawLink(ports, user, 'invitation', INVITATION_MS)}`;
  const account = (await ports.accounts.findOne({ _id: user.accountId })) ?? undefined;
  const subject = `You are invited to ${plainName(account?.name ?? '') || 'Porchlight'}`;
  const mailed = ports.mailer.configured && (await mayMail(ports, account, user));
  if (mailed) sendMail(ports, user, { subject, text: `${subject}.\n\nChoose a password within 7 days:\n${url}\n` });
  return { url, mailed };
};

const endInvitations = ({ passwordLinks }: InvitationPorts, { accountId, id: userId }: UserDocument): Promise<number> =>
  passwordLinks.deleteMany({ accountId, userId, purpose: 'invitation' });

/** Makes a new link in place of the earlier ones of the user. */
const inviteAgain = async (ports: InvitationPorts, user: UserDocument): Promise<SendInvitationResponse> => {
  await endInvitations(ports, user);
  return inviteUser(ports, user);
};

/** Sends an invitation again. Throws FORBIDDEN, NOT_FOUND, CONFLICT unless the user is Invited. */
export const sendInvitation =
  (ports: InvitationPorts) =>
  async ({ userId }: SendInvitationRequest, call: StoreCall): Promise<SendInvitationResponse> => {
    const { role } = call.actor;
    if (!mayPerform(role, ADMINS)) throw refuse('FORBIDDEN', { role });
    const user = await ports.users.load(call, userId);
    if (!user) throw refuse('NOT_FOUND', { what: 'user' });
    if (user.status !== 'Invited')
      throw refuse('CONFLICT', { message: `The user is ${user.status}. Only an invited user gets an invitation.` });
    return inviteAgain(ports, user);
  };

/**
 * Handlers of users with their invitations: a new user and a corrected email get a link, which is in this response
 * only; a deleted user's links end. Throws NEW_ACCOUNT_LIMIT beyond the invitations of a new account.
 */
export const inviting = (ports: InvitationPorts, handlers: ResourceHandlers): ResourceHandlers => {
  const withLink = <A extends { readonly record: User }>(answer: A, url: string): A => ({
    ...answer,
    record: { ...answer.record, invitationUrl: url },
  });
  const { deleteUser } = handlers;
  return {
    ...handlers,
    async createUser(request: unknown, call: StoreCall): Promise<unknown> {
      const takeBack = await chargeNewAccount(ports, call.actor.accountId, 'users', ports.limits.newAccountInvitations);
      const created = handlers['createUser']!(request, call) as Promise<{ record: User; created: boolean }>;
      const answer = await takeBackOnFault(takeBack, created);
      const user = answer.created ? await ports.users.load(call, answer.record.id) : undefined;
      return user?.status === 'Invited' ? withLink(answer, (await inviteUser(ports, user)).url) : answer;
    },
    async updateUser(request: unknown, call: StoreCall): Promise<unknown> {
      const before = await ports.users.load(call, (request as { readonly id: number }).id);
      const answer = (await handlers['updateUser']!(request, call)) as { readonly record: User };
      const user = before?.status === 'Invited' ? await ports.users.load(call, before.id) : undefined;
      const isCorrected = user?.status === 'Invited' && user.emailKey !== before?.emailKey;
      return isCorrected ? withLink(answer, (await inviteAgain(ports, user)).url) : answer;
    },
    ...(deleteUser && {
      async deleteUser(request: unknown, call: StoreCall): Promise<unknown> {
        const user = await ports.users.load(call, (request as { readonly id: number }).id);
        const answer = await deleteUser(request, call);
        if (user?.status === 'Invited') await endInvitations(ports, user);
        return answer;
      },
    }),
  };
};
