import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** Most mailboxes that are counted one by one. */
const MAX_MAILBOXES = 10_000;

/** The newest mails, whose text is stored. */
const MAX_TEXTS = 50;

/** A mail server on loopback that accepts every mail and counts it. */
export interface MailSink {
  /** Settings of a stack that sends its mails to the sink. */
  readonly env: NodeJS.ProcessEnv;
  /** Mails by mailbox. */
  readonly mails: ReadonlyMap<string, number>;
  /** The text of the newest mail to a mailbox, if it is one of the last 50 mails. */
  findText(mailbox: string): string | undefined;
  stop(): Promise<void>;
}

/** Starts a sink on a free port. */
export const startMailSink = async (): Promise<MailSink> => {
  const mails = new Map<string, number>();
  const texts: { readonly mailbox: string; readonly text: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.once('end', () => {
        const text = decodeQuoted(Buffer.concat(chunks).toString());
        for (const { address } of session.envelope.rcptTo) {
          if (mails.has(address) || mails.size < MAX_MAILBOXES) mails.set(address, (mails.get(address) ?? 0) + 1);
          texts.push({ mailbox: address, text });
        }
        texts.splice(0, texts.length - MAX_TEXTS);
        done();
      });
    },
  });
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const host = `127.0.0.1:${(listening.address() as AddressInfo).port}`;
  return {
    env: { SMTP_URL: `smtp://${host}`, SMTP_TLS: 'optional', SMTP_ALLOW: host },
    mails,
    findText: (mailbox) => texts.findLast((one) => one.mailbox === mailbox)?.text,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
};

/** The text of a quoted-printable mail; enough for links of ASCII. */
const decodeQuoted = (text: string): string => text.replace(/=\r?\n/g, '').replaceAll('=3D', '=');
