import type { User } from '../generated/porchlight/auth/v1/user_service';

/** What decides whether a user gets mail. */
export type MailableUser = Pick<User, 'emailConfirmed' | 'confirmEmailBy'>;

/**
 * Whether mail may leave for the user: the email was confirmed by a mailed link (N2), or the time to confirm that users
 * of earlier versions have has not ended. A copy from before this version says neither; it is mailed until its repair.
 * Where no SMTP is configured no mail leaves, and no user needs to confirm. `now` is in ms since the epoch.
 */
export const mayMailUser = ({ emailConfirmed, confirmEmailBy }: MailableUser, now: number): boolean =>
  emailConfirmed !== false || (confirmEmailBy !== undefined && now < confirmEmailBy.getTime());
