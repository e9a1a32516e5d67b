import type { Mail } from '@porchlight/mail';
import type { UserDocument } from '../documents';
import type { SessionPorts } from './session-ports';

/** Mails wait for nobody: whether one was sent must not show in the time of the answer. The mailer never throws. */
export const sendMail = ({ mailer, ids }: Pick<SessionPorts, 'mailer' | 'ids'>, user: UserDocument, mail: Pick<Mail, 'subject' | 'text'>): void => {
  if (mailer.configured) void mailer.send({ id: ids.random(16).toString('hex'), to: { address: user.email, name: user.name }, ...mail });
};
