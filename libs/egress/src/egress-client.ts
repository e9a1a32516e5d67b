import { Agent } from 'undici';
import { exchange, TotalTimeout, type EgressRequest } from './egress-exchange';
import { HostRefused } from './resolve-host';
import { ConnectTimeout, createVettedConnector, type ConnectorOptions } from './vetted-connector';

export interface EgressOptions extends ConnectorOptions {
  /** Milliseconds for the whole exchange. */
  readonly totalTimeoutMs: number;
  /** Connections to one origin at a time. */
  readonly connectionsPerOrigin: number;
}

/** Result of a request. */
export type EgressOutcome =
  | { readonly kind: 'answered'; readonly status: number; readonly retryAfter?: string; readonly response: string }
  /** `error`: timeout, connect-timeout, refused, reset, tls, address-refused, dns, bad-answer, unreachable. */
  | { readonly kind: 'failed'; readonly error: string };

/** HTTP client with address checks. Never throws: errors are outcomes. */
export interface EgressClient {
  post(url: string, headers: Record<string, string>, body: string): Promise<EgressOutcome>;
  get(url: string, headers: Record<string, string>): Promise<EgressOutcome>;
  /** Aborts running requests. */
  close(): Promise<void>;
}

/**
 * Checks addresses, follows no redirects, reads at most 20 kB of a response, and ends within the total time. A received
 * status counts even if the rest of the response is missing.
 */
export const createEgressClient = (options: EgressOptions): EgressClient => {
  const agent = new Agent({
    connect: createVettedConnector(options),
    connections: options.connectionsPerOrigin,
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 30_000,
    maxHeaderSize: 16_384,
    // The timer of `exchange` ends the request.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  const send = async (address: string, request: EgressRequest): Promise<EgressOutcome> => {
    const endsAt = performance.now() + options.totalTimeoutMs;
    try {
      const url = new URL(address);
      const answer = await exchange(agent, url, request, endsAt).catch((error: unknown) => {
        // The receiver may close an idle connection just when it is reused: retried once on another connection.
        if (isLostConnection(error) && performance.now() < endsAt) return exchange(agent, url, request, endsAt);
        throw error;
      });
      return { kind: 'answered', ...answer };
    } catch (error) {
      return { kind: 'failed', error: toErrorCode(error) };
    }
  };

  return {
    post: (url, headers, body) => send(url, { method: 'POST', headers, body }),
    get: (url, headers) => send(url, { method: 'GET', headers }),
    close: () => agent.destroy(),
  };
};

const readErrorCode = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '');

const isLostConnection = (error: unknown): boolean =>
  ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE', 'UND_ERR_DESTROYED', 'UND_ERR_CLOSED'].includes(readErrorCode(error));

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refused',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  ETIMEDOUT: 'connect-timeout',
  UND_ERR_CONNECT_TIMEOUT: 'connect-timeout',
  UND_ERR_HEADERS_OVERFLOW: 'bad-answer',
};

/** Error code for the stored attempt; messages may contain internal addresses. */
const toErrorCode = (error: unknown): string => {
  if (error instanceof TotalTimeout) return 'timeout';
  if (error instanceof ConnectTimeout) return 'connect-timeout';
  if (error instanceof HostRefused) return error.cause;
  const code = readErrorCode(error);
  if (WORDS[code]) return WORDS[code];
  // Some parser errors have no code.
  if (code.startsWith('HPE_') || (error as Error | null)?.name === 'HTTPParserError') return 'bad-answer';
  if (/^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED|ERR_OSSL)/.test(code)) return 'tls';
  return 'unreachable';
};
