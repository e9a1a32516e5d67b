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
  /** Milliseconds from the call to the finished TLS handshake; resolving the name counts. */
  readonly connectTimeoutMs: number;
  /** Authority trusted besides the public ones, PEM. */
  readonly extraCa?: string;
}

/** No finished connection in time. */
export class ConnectTimeout extends Error {
  constructor() {
    super('The receiver did not take the connection in time.');
    this.name = 'ConnectTimeout';
  }
}

/**
 * Opens connections for undici, to vetted addresses only: the name is resolved once, all answers are judged, and the
 * socket gets just these to choose from, so that a second answer of the name service is never asked for. The
 * certificate and SNI are those of the original name.
 */
export const createVettedConnector = (options: ConnectorOptions): buildConnector.connector => {
  // Made once: reading all authorities again for each connection costs milliseconds.
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
      // Not one that came before the certificate was found good: who resumes it is not asked for the name again.
      const keep = (next: Buffer | undefined): void => {
        if (next && opened.authorized) sessions.keep(server, next, opened.isSessionReused(), performance.now());
      };
      socket.on('session', keep);
      // The listener stays: an error after the hand-over is undici's, one before it ours.
      socket.once('secureConnect', () => {
        // TLS 1.3 tells of it later, when it can be resumed.
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
