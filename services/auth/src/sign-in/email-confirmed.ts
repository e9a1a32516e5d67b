import type { UserDocument } from '../users';
import type { Sessions } from './session-parts';

/** Whether the user proved to own the mailbox, or no SMTP is configured: then no user needs to (N2). */
export const isEmailConfirmed = (
  { mailer }: Pick<Sessions, 'mailer'>,
  { emailConfirmed }: Pick<UserDocument, 'emailConfirmed'>,
): boolean => !mailer.leaves || emailConfirmed === true;
