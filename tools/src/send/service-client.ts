import { readFileSync } from 'node:fs';
import { Agent, request } from 'undici';
import { findUser, type Connection, type ConnectionAccount } from './connection';

export interface ServiceCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path with query, under the base URL. */
  readonly path: string;
  /** Whose API key of the account; default owner. */
  readonly as?: string;
  /** False leaves X-System and X-System-Key out. */
  readonly system?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is. */
  readonly body?: string;
  /** How `body` becomes bytes; utf8 unless set. */
  readonly encoding?: 'utf8' | 'latin1';
}

export interface ServiceAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Parsed JSON, or undefined when it is none. */
  readonly body: any;
}

/** Calls the service over HTTPS in the name of one account's users. */
export interface ServiceClient {
  /** Rejects when no answer comes within the time limit. */
  call(call: ServiceCall): Promise<ServiceAnswer>;
  close(): Promise<void>;
}

export interface ServiceClientOptions {
  /** Connections kept at most. Default 8. */
  readonly connections?: number;
  /** Milliseconds for one call in all. Default 15,000. */
  readonly timeoutMs?: number;
}

/** Headers that identify a user and the registered system (service.md, Authentication). */
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

/** A client that trusts the local authority of the connection file and no other. */
export function createServiceClient(
  connection: Connection,
  account: ConnectionAccount,
  options: ServiceClientOptions = {},
): ServiceClient {
  const { connections = 8, timeoutMs = 15_000 } = options;
  const agent = new Agent({ connections, connect: { ca: readFileSync(connection.caFile), timeout: 5_000 } });
  return {
    async call({ method, path, as, system, headers, json, body, encoding }) {
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
