import type { AllowList, Lookup } from '@porchlight/egress';
import { withDeadline, type Logger, type Metrics } from '@porchlight/runtime';
import type { Socket } from 'node:net';
import type { Transporter } from 'nodemailer';
import { composeMail, readSender, type ComposedMail } from './compose-mail';
import { openMailFolder } from './mail-folder';
import { NOT_CONFIGURED, type Mail, type Mailer, type MailResult } from './mail';
import { connectToRelay, readRelay, type SmtpTls } from './smtp-relay';

export interface MailerOptions {
  /** smtp:// or smtps://, with credentials; if absent, no mail is sent. */
  readonly url: string | undefined;
  /** Writes mails to this folder as .eml files instead of sending them; `url` then has no effect. */
  readonly folder?: string | undefined;
  /** Default `required`: a server without TLS gets no mail. */
  readonly tls?: SmtpTls;
  /** Internal hosts and addresses that are allowed for the server; default none. */
  readonly allow?: AllowList;
  /** Replaced in tests. */
  readonly lookup?: Lookup;
  /** `Name <address>` or an address. */
  readonly from: string;
  readonly logger: Logger;
  readonly metrics?: Metrics;
  /** Timeouts for the connection and for one mail, ms; default 5 s and 20 s. */
  readonly connectTimeoutMs?: number;
  readonly sendTimeoutMs?: number;
}

const NOTHING_ALLOWED: AllowList = { allowsName: () => false, allowsAddress: () => false };
const CONNECTIONS = 3;
const MAILS_PER_CONNECTION = 100;
/** Servers close idle connections after minutes; this is shorter. */
const IDLE_MS = 30_000;
/** Maximum number of waiting and running mails; more are rejected. */
const MAX_WAITING = 500;
const INVALID_ADDRESS: MailResult = { sent: false, reason: 'The address is not valid', permanent: true };
const TOO_MANY: MailResult = { sent: false, reason: 'Too many mails wait', permanent: false };

/** Where composed mails go. */
interface Delivery {
  /** Never throws. */
  deliver(mail: ComposedMail): Promise<MailResult>;
  close(): Promise<void>;
}

const createFolderDelivery = (folder: string): Delivery => {
  const files = openMailFolder(folder);
  return {
    async deliver(mail) {
      try {
        await files.write(mail);
        return { sent: true, messageId: mail.messageId };
      } catch {
        return { sent: false, reason: 'The mail folder cannot be written', permanent: false };
      }
    },
    close: () => Promise.resolve(),
  };
};

/** Sends mails over a few persistent connections. */
const createSmtpDelivery = (
  url: string,
  {
    logger,
    tls = 'required',
    allow = NOTHING_ALLOWED,
    lookup,
    connectTimeoutMs = 5_000,
    sendTimeoutMs = 20_000,
  }: MailerOptions,
): Delivery => {
  const relay = readRelay(url);
  const openTransport = async (): Promise<Transporter> => {
    // Loaded lazily: it needs several megabytes.
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({
      ...relay,
      requireTLS: tls === 'required',
      // The only connections: to the configured host, at a checked address.
      getSocket: (_options: unknown, done: (error: Error | null, socket?: { connection: Socket }) => void) => {
        connectToRelay(relay, { allowList: allow, lookup, timeoutMs: connectTimeoutMs }).then(
          (connection) => done(null, { connection }),
          (error: Error) => done(error),
        );
      },
      pool: true,
      maxConnections: CONNECTIONS,
      maxMessages: MAILS_PER_CONNECTION,
      // Retried once: the server may have closed an idle connection.
      maxRequeues: 1,
      idleTimeout: IDLE_MS,
      connectionTimeout: connectTimeoutMs,
      greetingTimeout: connectTimeoutMs,
      dnsTimeout: connectTimeoutMs,
      socketTimeout: sendTimeoutMs,
      // Content is passed as text; nothing is read from files or fetched.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    // Each send has its own result; without a listener the pool's errors would crash the process.
    transport.on('error', () => undefined);
    return transport;
  };
  let transport: Promise<Transporter> | undefined;
  let closed = false;
  return {
    async deliver(mail) {
      if (closed) return TOO_MANY;
      const { messageId } = mail;
      try {
        const open = await (transport ??= openTransport());
        await withDeadline((signal) => open.sendMail({ ...mail, signal }), sendTimeoutMs);
        logger.debug({ event: 'mail.sent', messageId }, 'a mail was sent');
        return { sent: true, messageId };
      } catch (error) {
        const failure = describeFailure(error);
        const { reason, permanent } = failure;
        logger.warn({ event: 'mail.failed', messageId, reason, permanent }, 'a mail was not sent');
        return failure;
      }
    },
    async close() {
      closed = true;
      (await transport)?.close();
    },
  };
};

/** Sends mail by SMTP, or writes it to a folder. */
export const createMailer = (options: MailerOptions): Mailer => {
  const sender = readSender(options.from);
  if (!sender) throw new Error('The sender of mails must be an address, or Name <address>.');
  const mails = options.metrics?.counter('mails_total', 'Mails, by what became of them.', ['outcome']);
  const { url, folder } = options;
  const delivery =
    folder !== undefined
      ? createFolderDelivery(folder)
      : url === undefined
        ? undefined
        : createSmtpDelivery(url, options);
  let waiting = 0;
  const send = async (mail: Mail): Promise<MailResult> => {
    if (!delivery) return NOT_CONFIGURED;
    const composed = composeMail(mail, sender);
    if (!composed) return INVALID_ADDRESS;
    if (waiting >= MAX_WAITING) return TOO_MANY;
    waiting++;
    try {
      return await delivery.deliver(composed);
    } finally {
      waiting--;
    }
  };
  return {
    configured: delivery !== undefined,
    leaves: folder === undefined && url !== undefined,
    async send(mail) {
      const result = await send(mail);
      mails?.inc({ outcome: toResult(result) });
      return result;
    },
    close: () => delivery?.close() ?? Promise.resolve(),
  };
};

const toResult = (result: MailResult): string => {
  if (result.sent) return 'sent';
  if (result === NOT_CONFIGURED) return 'off';
  return result.permanent ? 'refused' : 'failed';
};

/** Whether no connection was made, or the server did not greet. */
const isConnectFailure = (error: unknown): boolean => {
  const {
    code = '',
    syscall,
    command,
    message = '',
  } = error as Partial<Error> & { code?: string; syscall?: string; command?: string };
  return (
    command === 'CONN' ||
    syscall === 'connect' ||
    syscall === 'getaddrinfo' ||
    ['EDNS', 'ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED'].includes(code) ||
    message.includes('did not accept the connection')
  );
};

/** Fixed texts only: messages of servers may contain names, addresses or credentials. */
const describeFailure = (error: unknown): Extract<MailResult, { sent: false }> => {
  const {
    code,
    responseCode,
    reason,
    cause,
    message = '',
  } = error as Partial<Error> & { code?: string; responseCode?: number; reason?: string };
  if (cause === 'address-refused')
    return { sent: false, reason: 'The server has an internal address', permanent: false };
  // nodemailer reports most TLS errors as a broken connection.
  if (code === 'ETLS' || /\b(certificate|tls|ssl)\b/i.test(message))
    return { sent: false, reason: 'The server offers no valid TLS', permanent: false };
  if (responseCode !== undefined) {
    // A rejected sign-in is a configuration error: the mail may be sent later.
    const permanent = responseCode >= 500 && responseCode < 600 && (code === 'EENVELOPE' || code === 'EMESSAGE');
    return { sent: false, reason: `The server answered ${responseCode}`, permanent };
  }
  // nodemailer does not say how far a broken connection came: without a greeting, the mail certainly did not leave.
  const uncertain = isConnectFailure(error) ? {} : { uncertain: true as const };
  if (reason === 'DEADLINE' || code === 'ETIMEDOUT')
    return { sent: false, reason: 'The server took too long', permanent: false, ...uncertain };
  return { sent: false, reason: 'The server could not be reached', permanent: false, ...uncertain };
};
