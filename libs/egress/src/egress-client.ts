import { Agent } from 'undici';
import { exchange, TotalTimeout, type Question } from './exchange';
import { HostRefused } from './resolve-host';
import { ConnectTimeout, createVettedConnector, type ConnectorOptions } from './vetted-connector';

export interface EgressOptions extends ConnectorOptions {
  /** Milliseconds for the whole exchange. */
  readonly totalTimeoutMs: number;
  /** Connections to one origin at a time. */
  readonly connectionsPerOrigin: number;
}

/** What came of one call to the outside. */
export type EgressOutcome =
  | { readonly kind: 'answered'; readonly status: number; readonly retryAfter?: string; readonly response: string }
  /** `error`: timeout, connect-timeout, refused, reset, tls, address-refused, dns, bad-answer, unreachable. */
  | { readonly kind: 'failed'; readonly error: string };

/** The guarded way to the outside. Never throws: what goes wrong is an outcome. */
export interface EgressClient {
  post(url: string, headers: Record<string, string>, body: string): Promise<EgressOutcome>;
  get(url: string, headers: Record<string, string>): Promise<EgressOutcome>;
  /** Ends what is under way. */
  close(): Promise<void>;
}

/**
 * The one way out. Guards addresses, follows no redirect, keeps at most 20 kB of an answer, ends within
 * the total time. A status that came counts, even when the rest of the answer does not come.
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
    // Our own timer ends the exchange.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  const ask = async (address: string, question: Question): Promise<EgressOutcome> => {
    const endsAt = performance.now() + options.totalTimeoutMs;
    try {
      const url = new URL(address);
      const answer = await exchange(agent, url, question, endsAt).catch((error: unknown) => {
        // A kept connection may be closed by the receiver at the very moment it is used again: that says nothing of
        // the receiver, so it is tried once more on another one.
        if (isLostConnection(error) && performance.now() < endsAt) return exchange(agent, url, question, endsAt);
        throw error;
      });
      return { kind: 'answered', ...answer };
    } catch (error) {
      return { kind: 'failed', error: wordFor(error) };
    }
  };

  return {
    post: (url, headers, body) => ask(url, { method: 'POST', headers, body }),
    get: (url, headers) => ask(url, { method: 'GET', headers }),
    close: () => agent.destroy(),
  };
};

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '');

const isLostConnection = (error: unknown): boolean =>
  ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE', 'UND_ERR_DESTROYED', 'UND_ERR_CLOSED'].includes(codeOf(error));

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refused',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  ETIMEDOUT: 'connect-timeout',
  UND_ERR_CONNECT_TIMEOUT: 'connect-timeout',
  UND_ERR_HEADERS_OVERFLOW: 'bad-answer',
};

/** One word for the record of the attempt; messages may name inner addresses. */
const wordFor = (error: unknown): string => {
  if (error instanceof TotalTimeout) return 'timeout';
  if (error instanceof ConnectTimeout) return 'connect-timeout';
  if (error instanceof HostRefused) return error.cause;
  const code = codeOf(error);
  if (WORDS[code]) return WORDS[code];
  // Not every fault of a parser has a code.
  if (code.startsWith('HPE_') || (error as Error | null)?.name === 'HTTPParserError') return 'bad-answer';
  if (/^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED|ERR_OSSL)/.test(code)) return 'tls';
  return 'unreachable';
};
