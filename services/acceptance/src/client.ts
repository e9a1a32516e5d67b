import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { Agent, request } from 'node:https';
import { readConnection, type Account, type RoleName } from './stack-connection';
import { createJudge, DESCRIPTION_FILE, readDescription } from './described';

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Parsed JSON; undefined for an empty body. */
  readonly body: any;
}

export interface CallOptions {
  /** An object is sent as JSON; a string or bytes are sent unchanged. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls the API as one user. */
export interface Client {
  get(path: string, options?: CallOptions): Promise<Reply>;
  post(path: string, body?: unknown, options?: CallOptions): Promise<Reply>;
  put(path: string, body: unknown, options?: CallOptions): Promise<Reply>;
  delete(path: string, options?: CallOptions): Promise<Reply>;
  call(method: string, path: string, options?: CallOptions): Promise<Reply>;
}

const connection = readConnection();
const agent = new Agent({ keepAlive: true, maxSockets: 64, ca: readFileSync(connection.caFile) });
const TIMEOUT_MS = 15_000;
const judge = createJudge(readDescription());
/** Responses that differ from the API description; the test that received one fails. */
const undescribed: string[] = [];

/** The registered system's headers. */
export const systemHeaders: Readonly<Record<string, string>> = {
  'x-system': connection.system.name,
  'x-system-key': connection.system.key,
};

/** The first accounts of a stack are 1, 2 and one with request limits; extra accounts follow. */
const EXTRA_ACCOUNTS_AT = 3;
const worker = Number(process.env['JEST_WORKER_ID'] ?? 1);
/** Jest workers share a stack, and each uses its own two accounts. */
const firstAccountAt = worker === 1 ? 0 : EXTRA_ACCOUNTS_AT + 2 * (worker - 2);

/** The first or second account of this worker. */
export const account = (number: 1 | 2): Account => {
  const found = connection.accounts[firstAccountAt + number - 1];
  if (!found) throw new Error('The stack has too few accounts for the workers: npm start -- --extra-accounts <n>.');
  return found;
};

/** The server closed an idle connection at the moment the request was sent on it; the request was not read. */
class StaleConnection extends Error {}

/** Sends a request once. Rejects when there is no complete response within 15 s. */
const send = (
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  text: string | Buffer | undefined,
): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const url = path.startsWith('https:') ? new URL(path) : new URL(path, connection.baseUrl);
    const req = request(url, { method, agent, headers, timeout: TIMEOUT_MS }, (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('error', reject);
      res.on('end', () => {
        const raw = Buffer.concat(chunks).toString('utf8');
        resolve({
          status: res.statusCode ?? 0,
          headers: res.headers,
          body: raw === '' ? undefined : (JSON.parse(raw) as unknown),
        });
      });
    });
    req.on('timeout', () => req.destroy(new Error(`${method} ${path}: no response within ${TIMEOUT_MS} ms`)));
    req.on('error', (error: NodeJS.ErrnoException) =>
      reject(req.reusedSocket && error.code === 'ECONNRESET' ? new StaleConnection() : error),
    );
    req.end(text);
  });

/** Attempts of a request that is refused because the service is busy. */
const MAX_ATTEMPTS = 4;
const LONGEST_WAIT_S = 5;

/**
 * Repeats a request while the service is busy, as clients do. `readWait` returns the seconds that the answer asks for,
 * or undefined if it is not about a busy service.
 */
export const repeatWhileBusy = async <T>(
  attempt: () => Promise<T>,
  readWait: (answer: T) => number | undefined,
): Promise<T> => {
  for (let attempts = 1; ; attempts += 1) {
    const answer = await attempt();
    const seconds = readWait(answer);
    if (seconds === undefined || attempts === MAX_ATTEMPTS) return answer;
    await new Promise((resolve) => setTimeout(resolve, Math.min(seconds, LONGEST_WAIT_S) * 1_000));
  }
};

/** The wait that a status of 503 with `Retry-After` asks for, seconds. */
export const readRetryAfter = (status: number, retryAfter: string | undefined): number | undefined =>
  status === 503 && Number(retryAfter) >= 0 ? Number(retryAfter) : undefined;

const sendUntilAccepted = async (...request: Parameters<typeof send>): Promise<Reply> => {
  const reply = await repeatWhileBusy(
    () =>
      send(...request).catch((error: unknown) => (error instanceof StaleConnection ? error : Promise.reject(error))),
    (answer) =>
      answer instanceof StaleConnection ? 0 : readRetryAfter(answer.status, answer.headers['retry-after'] as string),
  );
  if (reply instanceof StaleConnection) throw reply;
  return reply;
};

/** Creates a client with any credentials, or none. Retries requests that are refused with 503. */
export const clientWith = (headers: Readonly<Record<string, string>>): Client => {
  const call = async (method: string, path: string, options: CallOptions = {}): Promise<Reply> => {
    const { body } = options;
    const text =
      body === undefined ? undefined : typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    const reply = await sendUntilAccepted(
      method,
      path,
      { ...(text !== undefined && { 'content-type': 'application/json' }), ...headers, ...options.headers },
      text,
    );
    const { status, headers: received } = reply;
    // Repeated slashes count as one (D13.10).
    const described = path.replace(/\/{2,}/g, '/').replace(/\/+(?=$|\?)/, '');
    const fault = judge.judge({ method, path: described, status, type: received['content-type'], body: reply.body });
    if (fault !== undefined) undescribed.push(fault);
    return reply;
  };
  return {
    call,
    get: (path, options) => call('GET', path, options),
    post: (path, body, options) => call('POST', path, { ...options, body: body ?? {} }),
    put: (path, body, options) => call('PUT', path, { ...options, body }),
    delete: (path, options) => call('DELETE', path, options),
  };
};

/** What a refusal looks like whose sentence contains a text or matches a pattern. */
export const refusalWith = (sentence: string | RegExp, status = 400): object => ({
  status,
  body: {
    errorMessage: typeof sentence === 'string' ? expect.stringContaining(sentence) : expect.stringMatching(sentence),
  },
});

/** The header of an API key. */
export const keyHeader = (apiKey: string): { readonly authorization: string } => ({
  authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`,
});

/**
 * Creates a client with the API key of a user of `account(number)`. It identifies as the registered system, unless
 * `system` is false.
 */
export const as = (role: RoleName, number: 1 | 2 = 1, { system = true }: { system?: boolean } = {}): Client =>
  clientWith({ ...keyHeader(account(number).users[role].apiKey), ...(system && systemHeaders) });

/** Returns a random word that no other run uses. */
export const unique = (): string => randomBytes(6).toString('hex');

/** Returns a random US phone number that no other run uses. */
export const uniquePhone = (): string => `2${String(randomBytes(6).readUIntBE(0, 6)).padStart(9, '0').slice(-9)}`;

afterEach(() => {
  const faults = [...new Set(undescribed.splice(0))];
  if (faults.length > 0) throw new Error(`${DESCRIPTION_FILE} does not describe:\n${faults.slice(0, 10).join('\n')}`);
});
afterAll(() => agent.destroy());
