import type {
  ConfirmEmailRequest,
  RequestEmailConfirmationRequest,
  SessionServiceDefinition,
} from '@porchlight/contracts';
import { isRefusal, refuse } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';
import type { Handlers } from '@porchlight/rpc';
import { DAY_MS } from '@porchlight/runtime';
import { systemCall } from '@porchlight/store';
import { perDay } from '../security';
import { confirmationMail, sendMail } from '../mail';
import { isEmailConfirmed, requireSession, type Sessions } from '../sign-in';
import { type UserDocument, withConfirmedEmail } from '../users';
import type { LinkMails, PasswordLinks } from './invitation-parts';
import { createPasswordLinks, findLink, NO_LINK } from './password-link';

type Call = { readonly signal: AbortSignal };

const CONFIRMATION_MS = DAY_MS;

/** Mails a link that confirms the email. Throws RATE_LIMITED beyond the mails of the user or of the mailbox. */
const mailConfirmation = async (parts: LinkMails, user: UserDocument): Promise<void> => {
  const { attempts, accounts, consoleUrl } = parts;
  const { accountId, id, email, emailKey } = user;
  await attempts.charge(['confirmation', String(accountId), String(id)], perDay(LIMITS.confirmationMailsPerUser.value));
  await attempts.charge(['confirmation mailbox', emailKey], perDay(LIMITS.confirmationMailsPerMailbox.value));
  const [token] = await createPasswordLinks(parts, [
    { user, purpose: 'confirmation', mailed: true, ms: CONFIRMATION_MS },
  ]);
  const account = await accounts.findOne({ _id: accountId });
  sendMail(parts, user, confirmationMail(email, account?.name, `${consoleUrl}/confirm-email?token=${token}`));
};

/** Asks a user who was signed in to confirm the email, once a day. Never refuses. */
export const askForConfirmation = async (parts: LinkMails, user: UserDocument): Promise<void> => {
  if (isEmailConfirmed(parts, user)) return;
  try {
    const key = ['confirmation at sign-in', String(user.accountId), String(user.id)];
    if (await parts.attempts.tryCharge(key, perDay(1))) await mailConfirmation(parts, user);
  } catch (error) {
    // The user is signed in; the console offers another mail.
    if (!isRefusal(error)) throw error;
  }
};

type SignIn = Handlers<typeof SessionServiceDefinition>['signIn'];

/** Adds the question for a confirmation to the sign-in. */
export const withConfirmation =
  (parts: LinkMails & Pick<Sessions, 'users'>, method: SignIn): SignIn =>
  async (request, call) => {
    const answer = await method(request, call);
    if (!answer.signedIn?.principal) return answer;
    const { accountId, userId } = answer.signedIn.principal;
    const user = await parts.users.load(systemCall(accountId, call.signal), userId);
    if (user) await askForConfirmation(parts, user);
    return answer;
  };

/** Mails the signed-in user another link. Throws UNAUTHENTICATED, RATE_LIMITED, CONFLICT for a confirmed email. */
export const requestEmailConfirmation =
  (parts: LinkMails & Sessions) =>
  async ({ token }: RequestEmailConfirmationRequest, { signal }: Call): Promise<Record<string, never>> => {
    const { user } = await requireSession(parts, token, signal);
    if (isEmailConfirmed(parts, user))
      throw refuse('CONFLICT', { message: 'Your email address is already confirmed.' });
    await mailConfirmation(parts, user);
    return {};
  };

/** Confirms the email of a mailed link. Throws NOT_FOUND for a used, expired or unknown link. */
export const confirmEmail =
  (parts: PasswordLinks & Pick<Sessions, 'users'>) =>
  async ({ token }: ConfirmEmailRequest, { signal }: Call): Promise<{ email: string }> => {
    const { accountId, userId, emailKey } = await findLink(parts, token, 'confirmation');
    const { email } = await parts.users.modify(systemCall(accountId, signal), userId, (before) => {
      if (before.status !== 'Active' || before.emailKey !== emailKey) throw refuse('NOT_FOUND', NO_LINK);
      return before.emailConfirmed ? undefined : withConfirmedEmail(before);
    });
    // Last, so that an interrupted request can be repeated.
    await parts.passwordLinks.deleteMany({ accountId, userId, purpose: 'confirmation' });
    return { email };
  };
