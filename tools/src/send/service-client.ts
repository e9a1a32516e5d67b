import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { findUser, type Connection, type ConnectionAccount } from './connection';

export interface ServiceCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path with query, under the base URL. */
  readonly path: string;
  /** Role of the user whose API key is used; default: owner. */
  readonly as?: string;
  /** False omits X-System and X-System-Key. */
  readonly system?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent unchanged. */
  readonly body?: string;
  /** Encoding of `body`; default: utf8. */
  readonly encoding?: 'utf8' | 'latin1';
}

export interface ServiceAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Parsed JSON; undefined for other bodies. */
  readonly body: any;
}

/** Sends requests over HTTPS as users of one account. */
export interface ServiceClient {
  /** Rejects if there is no response within the timeout. */
  call(call: ServiceCall): Promise<ServiceAnswer>;
  close(): Promise<void>;
}

export interface ServiceClientOptions {
  /** Maximum number of connections; default: 8. */
  readonly connections?: number;
  /** Timeout of a request, ms; default: 15,000. */
  readonly timeoutMs?: number;
}

/** Creates the headers that identify a user and the registered system. */
export function credentialHeaders(
  connection: Connection,
  account: ConnectionAccount,
  role = 'owner',
  system = true,
): Record<string, string> {
  const basic = Buffer.from(`${findUser(account, role).apiKey}:`).toString('base64');
  const { name, key } = connection.system;
  return { authorization: `Basic ${basic}`, ...(system ? { 'x-system': name, 'x-system-key': key } : {}) };
}

/** How often a request over a rate limit is repeated, and the longest wait before, s. */
const MAX_REPEATS = 5;
const MAX_WAIT_S = 30;

/**
 * Creates a client that trusts only the certificate authority of the connection file. It repeats a request over a rate
 * limit after the time in `Retry-After`.
 */
export function createServiceClient(
  connection: Connection,
  account: ConnectionAccount,
  options: ServiceClientOptions = {},
): ServiceClient {
  const { connections = 8, timeoutMs = 15_000 } = options;
  const agent = new Agent({ connections, connect: { ca: readFileSync(connection.caFile), timeout: 5_000 } });
  const send: ServiceClient['call'] = async ({ method, path, as, system, headers, json, body, encoding }) => {
    const answer = await request(new URL(path, connection.baseUrl), {
      dispatcher: agent,
      method,
      headers: {
        ...credentialHeaders(connection, account, as, system),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: json !== undefined ? JSON.stringify(json) : body === undefined ? undefined : Buffer.from(body, encoding),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await answer.body.text();
    return { status: answer.statusCode, headers: flatten(answer.headers), body: parse(text) };
  };
  return {
    async call(one) {
      for (let repeats = 0; ; repeats++) {
        const answer = await send(one);
        const seconds = Number(answer.headers['retry-after']);
        if (answer.status !== 429 || repeats === MAX_REPEATS || !(seconds <= MAX_WAIT_S)) return answer;
        await pause(seconds * 1_000);
      }
    },
    close: () => agent.destroy(),
  };
}

const flatten = (headers: Record<string, string | string[] | undefined>): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
