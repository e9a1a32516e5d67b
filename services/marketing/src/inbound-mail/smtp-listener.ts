import { createHash } from 'node:crypto';
import { isRefusal } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';
import { readAddress, withDeadline, type Logger } from '@porchlight/runtime';
import type { SMTPServer, SMTPServerDataStream } from 'smtp-server';

/** A recipient of a mail: what handles it. Throws a refusal if the sender must try again. */
export type InboundRecipient = (raw: Buffer, digest: string, signal: AbortSignal) => Promise<void>;

/** What a listener accepts. */
export interface ListenerOptions {
  /** host:port; port 0: any. */
  readonly address: string;
  readonly logger: Logger;
  /** The handler of an address; undefined for an address that does not exist. */
  readonly findRecipient: (address: string) => InboundRecipient | undefined | Promise<InboundRecipient | undefined>;
}

/** Longest time of an idle connection, and of the work on one mail, ms. */
const IDLE_MS = 30_000;
const WORK_MS = 30_000;
const CLOSE_MS = 5_000;
/** Mails in memory at a time: 16 of 1 MiB. */
const MAILS_AT_ONCE = 16;

/** An answer of SMTP (RFC 5321): 4xx, the sender tries again; 5xx, it does not. */
const answer = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode });

/** Longest text of a reply: a line of SMTP has 512 bytes. */
const MAX_REPLY = 400;

/** The reason of a refusal on one line of ASCII; the sender's program shows it to those who look after it. */
const formatReason = ({ message }: Error): string =>
  message
    .replace(/[^\x20-\x7e]+/g, ' ')
    .slice(0, MAX_REPLY)
    .trim();

/** Reads a mail of at most the limit; undefined for a larger one. */
const readMail = async (stream: SMTPServerDataStream): Promise<Buffer | undefined> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // A larger mail is read to its end, so that the connection continues, and is not stored.
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= LIMITS.inboundMailBytes.value) chunks.push(chunk);
    else chunks.length = 0;
  }
  return bytes > LIMITS.inboundMailBytes.value || stream.sizeExceeded ? undefined : Buffer.concat(chunks);
};

/** A server of arriving mail. It answers 250 only when the mail is durable; before that the sender tries again. */
export interface SmtpListener {
  /** Listens until the signal; then running mails end. */
  run(signal: AbortSignal): Promise<void>;
}

/** Creates a listener without sign-in: the addresses are the proof. */
export const createSmtpListener = ({ address, logger, findRecipient }: ListenerOptions): SmtpListener => {
  const { host, port } = readAddress(address)!;
  let running = 0;
  const work = async (recipients: readonly string[], stream: SMTPServerDataStream): Promise<void> => {
    const raw = await readMail(stream);
    if (raw === undefined) throw answer(552, `A mail has at most ${LIMITS.inboundMailBytes.value} bytes.`);
    const digest = createHash('sha256').update(raw).digest('hex');
    await withDeadline(async (signal) => {
      for (const recipient of recipients) await (await findRecipient(recipient))?.(raw, digest, signal);
    }, WORK_MS);
  };
  const describe = (error: Error & { responseCode?: number }): Error => {
    if (error.responseCode !== undefined) return error;
    if (isRefusal(error) && error.reason === 'LIMIT_REACHED') return answer(452, 'Too many mails arrived. Try later.');
    if (isRefusal(error) && error.reason === 'INVALID_BODY') return answer(554, formatReason(error));
    logger.warn({ event: 'inbound_mail.failed', err: error }, 'a mail could not be received; the sender tries again');
    return answer(451, 'The mail cannot be received now. Try again.');
  };
  const open = async (): Promise<SMTPServer> => {
    // Loaded lazily: most installations receive no mail.
    const { SMTPServer } = await import('smtp-server');
    const opened = new SMTPServer({
      banner: 'Porchlight',
      authOptional: true,
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      size: LIMITS.inboundMailBytes.value,
      maxClients: LIMITS.inboundConnections.value,
      socketTimeout: IDLE_MS,
      closeTimeout: CLOSE_MS,
      logger: false,
      onRcptTo({ address: recipient }, session, done) {
        if (session.envelope.rcptTo.length >= LIMITS.inboundRecipients.value)
          return done(answer(452, `A mail has at most ${LIMITS.inboundRecipients.value} recipients.`));
        Promise.resolve(findRecipient(recipient)).then(
          (exists) => done(exists ? null : answer(550, 'There is no such address.')),
          (error: Error) => done(describe(error)),
        );
      },
      onData(stream, session, done) {
        if (running >= MAILS_AT_ONCE) {
          stream.on('end', () => done(answer(451, 'Too many mails arrive at a time. Try again.')));
          stream.resume();
          return;
        }
        running++;
        work(
          session.envelope.rcptTo.map(({ address: recipient }) => recipient),
          stream,
        )
          .then(
            () => done(null),
            (error: Error) => done(describe(error)),
          )
          .finally(() => running--);
      },
    });
    opened.on('error', (error: Error) =>
      logger.debug({ event: 'inbound_mail.connection', err: error }, 'a connection ended'),
    );
    await new Promise<void>((resolve, reject) => {
      opened.server.once('error', reject);
      opened.listen(port, host, () => resolve());
    });
    logger.info({ event: 'inbound_mail.listening', address }, 'mail can arrive');
    return opened;
  };
  return {
    async run(signal) {
      const server = await open();
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
};
