import { readMail, type ArrivedMail } from '@porchlight/mail';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail server on loopback that keeps what it gets. */
export interface MailServer {
  /** smtp:// address without TLS. */
  readonly url: string;
  /** All mails in the order of their arrival; `to` is the recipient of the envelope. */
  mails(): readonly ArrivedMail[];
  stop(): Promise<void>;
}

/** Starts a mail server that accepts every mail. */
export const startMailServer = async (): Promise<MailServer> => {
  const mails: ArrivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const mail = readMail(Buffer.concat(chunks).toString('latin1'));
        mails.push({ ...mail, to: session.envelope.rcptTo[0]!.address });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails: () => mails,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
};
