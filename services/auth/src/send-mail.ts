import { mayMailUser, type MailableUser } from '@porchlight/contracts';
import type { Mail, Mailer } from '@porchlight/mail';

export { plainName } from '@porchlight/mail';

/** Sends a mail if mail is configured. Not awaited: the response time must not reveal whether a mail was sent. */
export const sendMail = (
  {
    mailer,
    ids,
  }: { readonly mailer: Pick<Mailer, 'configured' | 'send'>; readonly ids: { random(bytes: number): Buffer } },
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
  ports: Parameters<typeof sendMail>[0] & {
    readonly mailer: Pick<Mailer, 'leaves'>;
    readonly clock: { now(): number };
  },
  user: MailableUser & { readonly email: string; readonly name: string },
  mail: Pick<Mail, 'subject' | 'text'>,
): void => {
  if (!ports.mailer.leaves || mayMailUser(user, ports.clock.now())) sendMail(ports, user, mail);
};
