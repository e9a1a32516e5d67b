import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createCertificates, type Certificates } from './create-certificates';

/** The response of a receiver. */
export interface Answer {
  /** Default 200. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Delay of the response, ms. `Infinity`: no response. */
  readonly delayMs?: number;
  /** Closes the connection instead of responding. */
  readonly hangUp?: boolean;
}

export interface ReceivedRequest {
  readonly method: string;
  /** Path with query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The received bytes, for signatures. */
  readonly raw: Buffer;
  /** The body as JSON; undefined if it is not JSON. */
  readonly json: unknown;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export interface Receiver {
  /** `https://localhost:<port>` unless an address is given, without a slash at the end. */
  readonly url: string;
  readonly port: number;
  /** Certificate that a sender must trust, PEM. */
  readonly ca: string;
  /** All requests in the order of receipt, including those without a response yet. */
  readonly requests: readonly ReceivedRequest[];
  /** Sets the response of further requests: a constant or a function of the request. */
  answerWith(answer: Answer | ((request: ReceivedRequest, index: number) => Answer)): void;
  /**
   * Waits until `count` requests (that match) were received and returns them. Fails after `timeoutMs` (default 60 s,
   * so that a slow machine does not reach it).
   */
  waitFor(
    count: number,
    options?: { timeoutMs?: number; where?: (request: ReceivedRequest) => boolean },
  ): Promise<ReceivedRequest[]>;
  /** Number of open connections. */
  connections(): Promise<number>;
  clear(): void;
  stop(): Promise<void>;
}

export interface ReceiverOptions {
  /** Default 0, any free port. */
  readonly port?: number;
  /** Address to listen on, which is then in `url`; default 127.0.0.1, with `localhost` in `url`. */
  readonly address?: string;
  /** Default: a certificate of an authority created for this process. */
  readonly certificates?: Certificates;
}

let shared: Promise<Certificates> | undefined;

/** Starts an HTTPS server that records requests and sends the configured response (default 200). */
export const startReceiver = async (options: ReceiverOptions = {}): Promise<Receiver> => {
  const certificates = options.certificates ?? (await (shared ??= createCertificates()));
  const requests: ReceivedRequest[] = [];
  const waiting = new Set<() => void>();
  const delayed = new Set<NodeJS.Timeout>();
  let answerFor: (request: ReceivedRequest, index: number) => Answer = () => ({});

  const server = createServer({ cert: certificates.cert, key: certificates.key }, (request, response) => {
    record(request).then(
      (received) => {
        requests.push(received);
        const answer = answerFor(received, requests.length - 1);
        for (const look of [...waiting]) look();
        give(answer, response, delayed);
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(options.port ?? 0, options.address ?? '127.0.0.1', resolve),
  );
  const { port } = server.address() as AddressInfo;

  return {
    url: `https://${options.address ?? 'localhost'}:${port}`,
    port,
    ca: certificates.ca,
    requests,
    answerWith: (answer) => void (answerFor = typeof answer === 'function' ? answer : () => answer),
    waitFor(count, { timeoutMs = 60_000, where = () => true } = {}) {
      return new Promise((resolve, reject) => {
        const settle = (): void => {
          clearTimeout(timer);
          waiting.delete(look);
        };
        const look = (): void => {
          const found = requests.filter(where);
          if (found.length < count) return;
          settle();
          resolve(found);
        };
        const timer = setTimeout(() => {
          settle();
          reject(new Error(`Of ${count} requests ${requests.filter(where).length} came within ${timeoutMs} ms.`));
        }, timeoutMs);
        waiting.add(look);
        look();
      });
    },
    connections: () =>
      new Promise((resolve, reject) =>
        server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      ),
    clear: () => void (requests.length = 0),
    stop: () =>
      new Promise((resolve) => {
        for (const timer of delayed) clearTimeout(timer);
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

const record = async (request: IncomingMessage): Promise<ReceivedRequest> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const raw = Buffer.concat(chunks);
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    headers: request.headers,
    raw,
    json: readJson(raw),
    at: Date.now(),
  };
};

const readJson = (raw: Buffer): unknown => {
  try {
    return JSON.parse(raw.toString('utf8'));
  } catch {
    return undefined;
  }
};

const give = (answer: Answer, response: ServerResponse, delayed: Set<NodeJS.Timeout>): void => {
  const { status = 200, headers = {}, body = '', delayMs = 0, hangUp = false } = answer;
  const now = (): void => {
    if (hangUp) return void response.destroy();
    response.writeHead(status, headers).end(body);
  };
  if (delayMs === Infinity) return;
  if (delayMs <= 0) return now();
  const timer = setTimeout(() => {
    delayed.delete(timer);
    now();
  }, delayMs);
  delayed.add(timer);
};
