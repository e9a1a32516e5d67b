import { connect, type LookupFunction, type Socket } from 'node:net';
import { fixedLookup, resolveHost, systemLookup, type AllowList, type Lookup } from '@porchlight/egress';

/** Whether mail may leave without TLS: `required` (STARTTLS or smtps) or `optional` (TLS if the server offers it). */
export type SmtpTls = 'required' | 'optional';

/** The configured server for all mail. There are no other connections: no MX records, no proxies. */
export interface SmtpRelay {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte (smtps). */
  readonly secure: boolean;
  readonly auth?: { readonly user: string; readonly pass: string };
}

const SUBMISSION_PORT = 587;
const SMTPS_PORT = 465;

/**
 * Reads `smtp://user:password@host:587` or `smtps://…`. Query and path have no effect: they cannot weaken TLS or add a
 * proxy.
 */
export const readRelay = (text: string): SmtpRelay => {
  const url = new URL(text);
  const secure = url.protocol === 'smtps:';
  const [user, pass] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? SMTPS_PORT : SUBMISSION_PORT) : Number(url.port),
    secure,
    ...((user !== '' || pass !== '') && { auth: { user, pass } }),
  };
};

export interface RelayGuard {
  /** Internal hosts and addresses that are allowed. */
  readonly allowList: AllowList;
  /** Default: the resolver of the operating system. */
  readonly lookup?: Lookup | undefined;
  /** Timeout for DNS and the connection together, ms. */
  readonly timeoutMs: number;
}

/**
 * Connects to the relay at a public address, or at one that is allow-listed. The name is resolved once and the socket
 * gets only the checked addresses. Rejects with HostRefused for an internal address.
 */
export const connectToRelay = async ({ host, port }: SmtpRelay, guard: RelayGuard): Promise<Socket> => {
  const { allowList, lookup = systemLookup, timeoutMs } = guard;
  const endsAt = performance.now() + timeoutMs;
  const addresses = await resolveHost(host, port, { allowList, lookup, timeoutMs, anyPort: true });
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, lookup: fixedLookup(addresses) as LookupFunction, autoSelectFamily: true });
    const fail = (error: Error): void => {
      socket.destroy();
      reject(error);
    };
    socket.setTimeout(Math.max(1, endsAt - performance.now()), () =>
      fail(Object.assign(new Error('The mail server did not accept the connection in time.'), { code: 'ETIMEDOUT' })),
    );
    socket.once('error', fail);
    socket.once('connect', () => {
      socket.setTimeout(0);
      socket.removeAllListeners('timeout');
      socket.off('error', fail);
      resolve(socket);
    });
  });
};
