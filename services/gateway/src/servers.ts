import { MAX_HEADER_BYTES, refuseConnections, type EdgeOptions } from '@porchlight/edge';
import type { CertificatePair } from '@porchlight/runtime';
import type { Express } from 'express';
import { once } from 'node:events';
import { createServer as createPlainServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from './config';

const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
const READING = {
  /** Interval of Node's check for slow requests. Its default of 30 s would turn the limit of 10 s into 40 s. */
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: MAX_HEADER_BYTES,
  // The application responds, in the format of its errors.
  requireHostHeader: false,
};

type Listening = Pick<
  Config,
  | 'GATEWAY_KEEP_ALIVE_MS'
  | 'GATEWAY_REQUESTS_PER_CONNECTION'
  | 'GATEWAY_HOST'
  | 'GATEWAY_PORT'
  | 'GATEWAY_PLAIN_PORT'
  | 'GATEWAY_TLS_CERT_FILE'
  | 'GATEWAY_TLS_KEY_FILE'
>;

/** Logs connections that failed before a request could be parsed. */
type ConnectionLog = Pick<EdgeOptions, 'requestId' | 'served'>;

const listen = async (server: Server, port: number, config: Listening, connectionLog: ConnectionLog): Promise<void> => {
  refuseConnections(server, connectionLog);
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  // Node announces this time to clients and waits a second longer, so that no request is sent on a connection that is
  // being closed.
  server.keepAliveTimeout = config.GATEWAY_KEEP_ALIVE_MS;
  server.maxRequestsPerSocket = config.GATEWAY_REQUESTS_PER_CONNECTION;
  server.listen(port, config.GATEWAY_HOST);
  await once(server, 'listening');
};

/** Running requests finish, idle connections close at once; connections that are open at the deadline are cut. */
const close = (server: Server, deadline: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const cut = (): void => server.closeAllConnections();
    deadline.addEventListener('abort', cut, { once: true });
    server.close(() => {
      deadline.removeEventListener('abort', cut);
      resolve();
    });
    server.closeIdleConnections();
    if (deadline.aborted) cut();
  });

/** Reduces a request target in absolute form (RFC 9112 3.2.2) to its path, because routes and rate limits use paths. */
export const withoutOrigin = (target: string): string => {
  const origin = /^https?:\/\/[^/?#]*/i.exec(target)?.[0];
  if (origin === undefined) return target;
  const rest = target.slice(origin.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
};

/** Listens on HTTPS and, if configured, on plain HTTP for trusted proxies. */
export const startServers = async (
  app: Express,
  config: Listening,
  connectionLog: ConnectionLog,
  limit?: (server: Server) => void,
) => {
  let draining = false;
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    // Node then sends `Connection: close` and closes after the response.
    if (draining) response.shouldKeepAlive = false;
    request.url = withoutOrigin(request.url ?? '/');
    app(request, response);
  };
  const secure = createServer(
    { cert: config.GATEWAY_TLS_CERT_FILE, key: config.GATEWAY_TLS_KEY_FILE, minVersion: 'TLSv1.2', ...READING },
    serve,
  );
  limit?.(secure);
  const servers: Server[] = [secure];
  await listen(secure, config.GATEWAY_PORT, config, connectionLog);
  if (config.GATEWAY_PLAIN_PORT !== undefined) {
    const plain = createPlainServer(READING, serve);
    limit?.(plain);
    await listen(plain, config.GATEWAY_PLAIN_PORT, config, connectionLog);
    servers.push(plain);
  }
  return {
    port: (secure.address() as AddressInfo).port,
    /** Serves this certificate to new connections; open connections continue. */
    useCertificate: ({ cert, key }: CertificatePair): void =>
      secure.setSecureContext({ cert, key, minVersion: 'TLSv1.2' }),
    /**
     * Drains: serves for this time, ms, with `Connection: close` on every response, so that balancers and clients
     * switch to other gateways. Then accepts no more connections and resolves when the running requests have their
     * responses. `onDrained` ends responses that would not end by themselves.
     */
    stop: async (deadline: AbortSignal, drainMs: number, onDrained?: () => void): Promise<void> => {
      draining = true;
      if (drainMs > 0) await sleep(drainMs, undefined, { signal: deadline }).catch(() => undefined);
      onDrained?.();
      await Promise.all(servers.map((server) => close(server, deadline)));
    },
  };
};
