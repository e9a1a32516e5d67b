import { composeMail, readSender, type ComposedMail } from './compose-mail';
import type { Mailer, MailResult } from './mail';

/** Stores mails in memory instead of sending them, for tests. Passes the same conformance suite as SMTP. */
export interface RecordingMailer extends Mailer {
  readonly mails: readonly ComposedMail[];
  /** Makes the next sends return this result; those mails are not stored. */
  failNext(...results: MailResult[]): void;
}

/** Creates a mailer that stores its mails. Throws if `from` is invalid. */
export const createRecordingMailer = (from = 'Porchlight <porchlight@localhost>'): RecordingMailer => {
  const sender = readSender(from);
  if (!sender) throw new Error('The sender of mails must be an address, or Name <address>.');
  const mails: ComposedMail[] = [];
  const failures: MailResult[] = [];
  return {
    configured: true,
    leaves: true,
    mails,
    failNext: (...results) => void failures.push(...results),
    send: (mail) => {
      const composed = composeMail(mail, sender);
      if (!composed) return Promise.resolve({ sent: false, reason: 'The address is not valid', permanent: true });
      const failure = failures.shift();
      if (failure) return Promise.resolve(failure);
      mails.push(composed);
      return Promise.resolve({ sent: true, messageId: composed.messageId });
    },
    close: () => Promise.resolve(),
  };
};
