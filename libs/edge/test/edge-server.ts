import type { Actor } from '@porchlight/access';
import { createEdgeApp, identifySystem, identifyUser, readBody, type ResourceRoutesOptions, type Served } from '../src';
import type { Express } from 'express';
import { listen } from '@porchlight/testkit/src/listen';

type EdgeAppOptions = Parameters<typeof createEdgeApp>[0];

/** A running edge application of a test. */
export interface EdgeServer {
  readonly port: number;
  readonly lines: Served[];
  readonly faults: unknown[];
  send(
    method: string,
    path: string,
    options?: { key?: string; headers?: Record<string, string>; body?: string | Buffer },
  ): Promise<EdgeResponse>;
  stop(): Promise<void>;
}

/** A response, its body parsed when there is one. */
export interface EdgeResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

/** Status, code and wait of a refusal; `OVERLOADED` is what it looks like if a limit is reached. */
export const toRefusal = ({ status, body, headers }: EdgeResponse) => [
  status,
  body['errorCode'],
  headers.get('retry-after'),
];
export const OVERLOADED = [503, 'OVERLOADED', '1'];

/** Route options for tests: the API key is the number of the account. */
export const routeOptions = (caller: object = {}): ResourceRoutesOptions => {
  const credentials = {
    actorOfApiKey: async (key: string) =>
      ({ accountId: Number(key), userId: 1, role: 'Owner', ...caller }) satisfies Actor,
    verifySystem: async (name: string, key: string) => (key === 'right' ? { name } : undefined),
  };
  const body = readBody();
  return {
    forward: async () => ({ record: { id: 5, version: 1 }, created: true }),
    forwardAction: async () => ({}),
    customNames: async () => new Set(),
    publicBaseUrl: 'https://api.example.test',
    user: identifyUser(credentials),
    body,
    largeBody: body,
    system: identifySystem(credentials, false),
  };
};

/** Starts an edge application over plain HTTP. */
export const startEdge = async (
  mount: (app: Express) => void,
  options: Partial<EdgeAppOptions> = {},
): Promise<EdgeServer> => {
  const lines: Served[] = [];
  const faults: unknown[] = [];
  const base = {
    now: () => 0,
    requestId: () => 'r',
    served: (line: Served) => lines.push(line),
    fault: (error: unknown) => faults.push(error),
  };
  const { port, stop } = await listen(createEdgeApp({ ...base, ...options }, mount));
  return {
    port,
    lines,
    faults,
    send: async (method, path, { key = '7', headers = {}, body } = {}) => {
      const authorization = `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
      const sent = body === undefined ? {} : { body: new Uint8Array(Buffer.from(body)) };
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: { authorization, ...headers },
        ...sent,
      });
      const text = await response.text();
      return {
        status: response.status,
        headers: response.headers,
        body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
      };
    },
    stop,
  };
};
