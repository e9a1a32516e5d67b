import type { Mail } from '@porchlight/mail';
import type { UserDocument } from '../documents';
import type { SessionPorts } from './session-ports';

/** Sends a mail to an address without a user. Never waits or throws, like `sendMail`. */
export const sendMailTo = (
  { mailer, ids }: Pick<SessionPorts, 'mailer' | 'ids'>,
  to: Mail['to'],
  mail: Pick<Mail, 'subject' | 'text'>,
): void => {
  if (mailer.configured) void mailer.send({ id: ids.random(16).toString('hex'), to, ...mail });
};

/** Not awaited: the response time must not reveal whether a mail was sent. The mailer never throws. */
export const sendMail = (
  ports: Pick<SessionPorts, 'mailer' | 'ids'>,
  user: UserDocument,
  mail: Pick<Mail, 'subject' | 'text'>,
): void => sendMailTo(ports, { address: user.email, name: user.name }, mail);
