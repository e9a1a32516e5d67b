import { createServer as createTlsServer } from 'node:tls';
import type { AddressInfo } from 'node:net';
import { parseAllowList, type Lookup } from '@porchlight/egress';
import { captureLogger, createCertificates } from '@porchlight/testkit';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { createMailer, type MailerOptions } from './create-mailer';
import { readRelay } from './smtp-relay';

const FROM = 'hello@porch.example';
const MAIL = { id: '1', to: { address: 'ann@example.com' }, subject: 'x', text: 'y' };

describe('The mail server', () => {
  const open: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const stop of open.splice(0).reverse()) await stop();
  });

  const startSmtp = async (options: SMTPServerOptions) => {
    let connections = 0;
    const mails: string[] = [];
    const server = new SMTPServer({
      authOptional: true,
      onConnect: (_session, done) => {
        connections++;
        done();
      },
      onData(stream, session, done) {
        stream.resume().on('end', () => {
          mails.push(session.secure ? 'with TLS' : 'without TLS');
          done();
        });
      },
      ...options,
    });
    server.on('error', () => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    open.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
    return { port: (server.server.address() as AddressInfo).port, mails, connections: () => connections };
  };

  const send = async (url: string, options: Partial<MailerOptions> = {}) => {
    const mailer = createMailer({
      url,
      from: FROM,
      logger: captureLogger().logger,
      connectTimeoutMs: 1_000,
      ...options,
    });
    open.push(() => mailer.close());
    return mailer.send(MAIL);
  };
  const loopback = parseAllowList(['127.0.0.1', 'mail.test']);

  it.each(['127.0.0.1', '[::1]', '10.0.0.7', '169.254.169.254', 'localhost', 'mailhog'])(
    'is not connected to at the internal address %s unless it is allowed',
    async (host) => {
      const { port, connections } = await startSmtp({ hideSTARTTLS: true });
      expect(
        await send(`smtp://${host}:${port}`, {
          tls: 'optional',
          lookup: async () => [{ address: '127.0.0.1', family: 4 }],
        }),
      ).toEqual({
        sent: false,
        reason: 'The server has an internal address',
        permanent: false,
      });
      expect(connections()).toBe(0);
    },
  );

  it('is not connected to when a public name resolves to an internal address', async () => {
    const { port, connections } = await startSmtp({ hideSTARTTLS: true });
    const lookup: Lookup = async () => [
      { address: '93.184.216.34', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ];
    expect(await send(`smtp://mail.example.com:${port}`, { tls: 'optional', lookup })).toMatchObject({
      reason: 'The server has an internal address',
    });
    expect(connections()).toBe(0);
  });

  it('gets no mail without TLS, with any URL, unless TLS is optional', async () => {
    const { port, mails } = await startSmtp({ hideSTARTTLS: true });
    for (const url of [`smtp://127.0.0.1:${port}`, `smtp://127.0.0.1:${port}?requireTLS=false&ignoreTLS=true`])
      expect(await send(url, { allow: loopback })).toEqual({
        sent: false,
        reason: 'The server offers no valid TLS',
        permanent: false,
      });
    expect(mails).toEqual([]);
    expect(await send(`smtp://127.0.0.1:${port}`, { allow: loopback, tls: 'optional' })).toMatchObject({ sent: true });
    expect(mails).toEqual(['without TLS']);
  });

  it('gets no mail if its certificate is invalid', async () => {
    const { key, cert } = await createCertificates(['mail.test']);
    const { port, mails } = await startSmtp({ key, cert });
    const lookup: Lookup = async () => [{ address: '127.0.0.1', family: 4 }];
    expect(await send(`smtp://mail.test:${port}`, { allow: loopback, lookup })).toEqual({
      sent: false,
      reason: 'The server offers no valid TLS',
      permanent: false,
    });
    const bare = createTlsServer({ key, cert }, (socket) => socket.on('error', () => undefined));
    bare.on('tlsClientError', () => undefined);
    await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve));
    open.push(() => new Promise((resolve) => bare.close(resolve)));
    const smtps = await send(`smtps://mail.test:${(bare.address() as AddressInfo).port}`, { allow: loopback, lookup });
    expect(smtps).toEqual({ sent: false, reason: 'The server offers no valid TLS', permanent: false });
    expect(mails).toEqual([]);
  });

  it.each([
    ['smtp://mail.test', { host: 'mail.test', port: 587, secure: false }],
    [
      'smtps://u:p%2Fw@[2001:db8::1]',
      { host: '2001:db8::1', port: 465, secure: true, auth: { user: 'u', pass: 'p/w' } },
    ],
    ['smtp://mail.test:2525?proxy=http://10.0.0.1', { host: 'mail.test', port: 2525, secure: false }],
  ])('is read from %s', (url, relay) => expect(readRelay(url)).toEqual(relay));
});
