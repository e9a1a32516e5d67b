import { mayMailUser, type MailableUser } from '@porchlight/contracts';
import type { Mail, Mailer } from '@porchlight/mail';

/** The mailer, as operations use it. `leaves`: mails leave this machine. */
export type UserMailer = Pick<Mailer, 'configured' | 'leaves' | 'send'>;

interface SendMail {
  readonly mailer: UserMailer;
  readonly ids: { random(bytes: number): Buffer };
}

/** Sends a mail if mail is configured. Not awaited: the response time must not reveal whether a mail was sent. */
export const sendMail = (
  { mailer, ids }: SendMail,
  { email: address, name }: { readonly email: string; readonly name?: string },
  mail: Pick<Mail, 'subject' | 'text'>,
): void => {
  // The mailer never throws.
  if (mailer.configured)
    void mailer.send({
      id: ids.random(16).toString('hex'),
      to: { address, ...(name !== undefined && { name }) },
      ...mail,
    });
};

/** Notifies a user, unless the email is not confirmed (N5): only mails with a link go to such an address. */
export const notifyUser = (
  parts: SendMail & { readonly clock: { now(): number } },
  user: MailableUser & { readonly email: string; readonly name: string },
  mail: Pick<Mail, 'subject' | 'text'>,
): void => {
  if (!parts.mailer.leaves || mayMailUser(user, parts.clock.now())) sendMail(parts, user, mail);
};
