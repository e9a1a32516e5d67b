import { parseAllowList } from '@porchlight/egress';
import { createMetrics } from '@porchlight/runtime';
import { captureLogger } from '@porchlight/testkit';
import { createServer, type AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { createMailer } from '../create-mailer';
import { createRecordingMailer } from '../recording-mailer';
import { describeMailer, type MailerUnderTest } from './mailer-conformance';
import { readMail } from '../read-mail';

interface Arrived {
  readonly receivers: readonly string[];
  readonly raw: string;
}

const startSmtp = async (options: SMTPServerOptions = {}) => {
  const arrived: Arrived[] = [];
  let connections = 0;
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    onConnect: (_session, done) => {
      connections++;
      done();
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        arrived.push({
          receivers: session.envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString(),
        });
        done();
      });
    },
    ...options,
  });
  // Some tests disconnect the client.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    arrived,
    port,
    connections: () => connections,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
};

/** A local server without TLS. */
const LOOPBACK = { tls: 'optional', allow: parseAllowList(['127.0.0.1']) } as const;
const FROM = 'Porch, Light <hello@porch.example>';
const MAIL = { id: '1', to: { address: 'ann@example.com' }, subject: 'x', text: 'y' };

describeMailer('SMTP', async (): Promise<MailerUnderTest> => {
  const smtp = await startSmtp();
  const mailer = createMailer({
    ...LOOPBACK,
    url: `smtp://127.0.0.1:${smtp.port}`,
    from: FROM,
    logger: captureLogger().logger,
  });
  return {
    mailer,
    outgoing: async () =>
      smtp.arrived.map(({ receivers, raw }) => {
        const { messageId, subject, text, html } = readMail(raw);
        return { messageId, to: receivers.join(), subject, text, ...(html !== undefined && { html }) };
      }),
    stop: async () => {
      await mailer.close();
      await smtp.stop();
    },
  };
});

describeMailer('recording', async (): Promise<MailerUnderTest> => {
  const mailer = createRecordingMailer(FROM);
  return {
    mailer,
    outgoing: async () => mailer.mails.map(({ from: _from, to, ...rest }) => ({ ...rest, to: to.address })),
    stop: () => mailer.close(),
  };
});

describe('Mail by SMTP', () => {
  const open: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const stop of open.splice(0).reverse()) await stop();
  });
  const mailerTo = (url: string | undefined, more = {}) => {
    const log = captureLogger();
    const metrics = createMetrics({ service: 'test', processMetrics: false });
    const mailer = createMailer({ ...LOOPBACK, url, from: FROM, logger: log.logger, metrics, ...more });
    open.push(() => mailer.close());
    return { mailer, log, metrics };
  };
  const smtpWith = async (options?: SMTPServerOptions) => {
    const smtp = await startSmtp(options);
    open.push(smtp.stop);
    return smtp;
  };

  it('is disabled without a server and reports it', async () => {
    const { mailer, metrics } = mailerTo(undefined);
    expect(mailer.configured).toBe(false);
    expect(await mailer.send(MAIL)).toMatchObject({ sent: false, reason: 'SMTP is not configured' });
    expect(await metrics.registry.metrics()).toContain('porchlight_mails_total{outcome="off",service="test"} 1');
  });

  it('uses few connections for many mails', async () => {
    const smtp = await smtpWith();
    const { mailer } = mailerTo(`smtp://127.0.0.1:${smtp.port}`);
    const results = await Promise.all(Array.from({ length: 40 }, (_, n) => mailer.send({ ...MAIL, id: String(n) })));
    expect(results.every(({ sent }) => sent)).toBe(true);
    expect(smtp.arrived).toHaveLength(40);
    expect(smtp.connections()).toBeLessThanOrEqual(3);
    expect(readMail(smtp.arrived[0]!.raw)).toMatchObject({
      from: '"Porch, Light" <hello@porch.example>',
      to: 'ann@example.com',
    });
    expect(readMail(smtp.arrived[0]!.raw).headers).not.toContain('bcc');
  });

  it('distinguishes an unknown mailbox from a busy server, and does not reveal messages of the server', async () => {
    const smtp = await smtpWith({
      onRcptTo({ address }, _session, done) {
        done(
          Object.assign(new Error(`secret words about ${address}`), {
            responseCode: address.startsWith('gone') ? 550 : 451,
          }),
        );
      },
    });
    const { mailer, log } = mailerTo(`smtp://127.0.0.1:${smtp.port}`);
    const to = (address: string) => mailer.send({ ...MAIL, to: { address } });
    expect(await to('gone@example.com')).toEqual({ sent: false, reason: 'The server answered 550', permanent: true });
    expect(await to('busy@example.com')).toEqual({ sent: false, reason: 'The server answered 451', permanent: false });
    expect(log.text()).not.toMatch(/secret words|gone@/);
  });

  it('signs in with the credentials of the URL; a rejected sign-in is not permanent', async () => {
    const onAuth: SMTPServerOptions['onAuth'] = (auth, _session, done) =>
      auth.username === 'us' && auth.password === 'p/w' ? done(null, { user: 'us' }) : done(new Error('no'));
    const smtp = await smtpWith({ authOptional: false, allowInsecureAuth: true, onAuth });
    expect(await mailerTo(`smtp://us:p%2Fw@127.0.0.1:${smtp.port}`).mailer.send(MAIL)).toMatchObject({ sent: true });
    const { mailer, log } = mailerTo(`smtp://us:wrong-word@127.0.0.1:${smtp.port}`);
    expect(await mailer.send(MAIL)).toEqual({ sent: false, reason: 'The server answered 535', permanent: false });
    expect(log.text()).not.toContain('wrong-word');
  });

  it('does not wait for a server that is silent or unavailable', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const { mailer } = mailerTo(`smtp://127.0.0.1:${port}`, { connectTimeoutMs: 100, sendTimeoutMs: 300 });
    expect(await mailer.send(MAIL)).toEqual({ sent: false, reason: 'The server took too long', permanent: false });
    await mailer.close();
    await new Promise((resolve) => silent.close(resolve));
    expect(await mailerTo(`smtp://127.0.0.1:${port}`).mailer.send(MAIL)).toEqual({
      sent: false,
      reason: 'The server could not be reached',
      permanent: false,
    });
  });
});
