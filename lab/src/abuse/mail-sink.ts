import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** Most mailboxes that are counted one by one. */
const MAX_MAILBOXES = 10_000;

/** A mail server on loopback that accepts every mail and only counts it. */
export interface MailSink {
  /** Settings of a stack that sends its mails to the sink. */
  readonly env: NodeJS.ProcessEnv;
  /** Mails by mailbox. */
  readonly mails: ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

/** Starts a sink on a free port. */
export const startMailSink = async (): Promise<MailSink> => {
  const mails = new Map<string, number>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      stream.resume();
      stream.once('end', () => {
        for (const { address } of session.envelope.rcptTo)
          if (mails.has(address) || mails.size < MAX_MAILBOXES) mails.set(address, (mails.get(address) ?? 0) + 1);
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
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
};
