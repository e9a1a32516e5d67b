import { isIP, type LookupFunction, type TcpNetConnectOpts } from 'node:net';
import {
  connect as connectTls,
  createSecureContext,
  rootCertificates,
  type ConnectionOptions,
  type TLSSocket,
} from 'node:tls';
import type { buildConnector } from 'undici';
import { plainHost, resolveHost, type ResolvedAddress, type ResolveOptions } from './resolve-host';
import { TlsSessions } from './tls-sessions';

export interface ConnectorOptions extends ResolveOptions {
  /** Time from the call to the finished TLS handshake, including DNS, ms. */
  readonly connectTimeoutMs: number;
  /** Additional CA, PEM. */
  readonly extraCa?: string;
}

/** The connection was not established in time. */
export class ConnectTimeout extends Error {
  constructor() {
    super('The receiver did not take the connection in time.');
    this.name = 'ConnectTimeout';
  }
}

/**
 * Opens connections for undici to checked addresses only. The name is resolved once, all addresses are checked, and the
 * socket uses only these, so that a second DNS response cannot change them. Certificate and SNI use the original name.
 */
export const createVettedConnector = (options: ConnectorOptions): buildConnector.connector => {
  // Created once: parsing all CAs for each connection costs milliseconds.
  const secureContext = createSecureContext(
    options.extraCa === undefined ? {} : { ca: [...rootCertificates, options.extraCa] },
  );
  const sessions = new TlsSessions();
  return (target, callback) => {
    const host = plainHost(target.hostname);
    const port = target.port ? Number(target.port) : 443;
    const server = `${host}:${port}`;
    let socket: TLSSocket | undefined;
    let settled = false;
    const settle = (error: Error | null): void => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      if (error === null && socket) return callback(null, socket);
      socket?.destroy();
      sessions.forget(server);
      callback(error ?? new Error('No connection.'), null);
    };
    const timer = setTimeout(() => settle(new ConnectTimeout()), options.connectTimeoutMs);
    if (target.protocol !== 'https:') return settle(new Error('Only https leaves this service.'));

    resolveHost(host, port, { ...options, timeoutMs: options.connectTimeoutMs }).then((addresses) => {
      if (settled) return;
      const session = sessions.of(server, performance.now());
      const to: ConnectionOptions & TcpNetConnectOpts = {
        host,
        port,
        lookup: fixedLookup(addresses) as LookupFunction,
        autoSelectFamily: true,
        ...(isIP(host) === 0 && { servername: host }),
        ALPNProtocols: ['http/1.1'],
        secureContext,
        ...(session && { session }),
      };
      const opened = (socket = connectTls(to));
      socket.setNoDelay(true).setKeepAlive(true, 30_000);
      // Only after the certificate was verified: a resumed session does not check the name again.
      const keep = (next: Buffer | undefined): void => {
        if (next && opened.authorized) sessions.keep(server, next, opened.isSessionReused(), performance.now());
      };
      socket.on('session', keep);
      // The listener stays: undici handles errors after the handover.
      socket.once('secureConnect', () => {
        // TLS 1.3 sends the session later.
        if (opened.getProtocol() === 'TLSv1.2') keep(opened.getSession());
        settle(null);
      });
      socket.on('error', settle);
    }, settle);
  };
};

type LookupDone = (error: Error | null, address: string | readonly ResolvedAddress[], family?: number) => void;

/** A lookup that always returns the vetted addresses, so that the name is not resolved a second time. */
export const fixedLookup =
  (addresses: readonly ResolvedAddress[]) =>
  (_host: string, options: { all?: boolean }, done: LookupDone): void => {
    if (options.all) return done(null, addresses);
    const first = addresses[0]!;
    done(null, first.address, first.family);
  };
