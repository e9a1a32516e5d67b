import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { readJson } from '../launcher/private-file';

/** Result of a load, printed as JSON when it is stopped. */
export interface LoadResult {
  readonly succeeded: number;
  readonly failed: number;
  /** The first failures, one line each. */
  readonly failures: readonly string[];
  readonly slowestMs: number;
}

/** Address and account of the release. */
export interface LoadTarget {
  readonly baseUrl: string;
  readonly caFile: string;
  readonly system: { readonly name: string; readonly key: string };
  readonly accounts: readonly {
    readonly id: number;
    readonly users: { readonly owner: { readonly apiKey: string } };
  }[];
}

const CALL_MS = 10_000;
const MAX_FAILURES = 20;
/** What a load calls, and how often. */
export interface LoadPlan {
  readonly callers: number;
  /** Time of a caller from one call to the next, ms: with 200, eight callers send 40 calls a second. */
  readonly everyMs: number;
  /** Reads of these instead of the mixed calls. */
  readonly paths: readonly string[];
}

/** A lead among reads of every service. */
const READS = ['/v1/people?limit=10', '/v1/deals?limit=10', '/v1/templates?limit=10', '/v1/users', '/v1/webhooks'];

/**
 * Calls the API without retries until `isStopped`, less often if responses are slow. Responses other than the expected
 * ones are failures.
 */
export async function runLoad(
  connectionFile: string,
  { callers, everyMs, paths }: LoadPlan,
  isStopped: () => boolean,
): Promise<LoadResult> {
  const target = readJson<LoadTarget>(connectionFile);
  if (!target) throw new Error('There is no installed release: npm run cluster -- install.');
  const agent = new Agent({ keepAlive: true, maxSockets: callers, ca: readFileSync(target.caFile) });
  const key = target.accounts[0]?.users.owner.apiKey ?? '';
  const credentials = {
    authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
    'x-system': target.system.name,
    'x-system-key': target.system.key,
  };
  const failures: string[] = [];
  let [succeeded, failed, slowestMs, leads] = [0, 0, 0, 0];
  const call = async (method: string, path: string, expected: number, body?: object): Promise<void> => {
    const began = performance.now();
    const status = await send(agent, `${target.baseUrl}${path}`, method, credentials, body);
    const elapsed = performance.now() - began;
    slowestMs = Math.max(slowestMs, Math.round(elapsed));
    if (status === String(expected)) succeeded += 1;
    else {
      failed += 1;
      if (failures.length < MAX_FAILURES) failures.push(`${new Date().toISOString()} ${method} ${path}: ${status}`);
    }
    if (!isStopped()) await pause(Math.max(0, everyMs - elapsed));
  };
  const createLead = (): Promise<void> => {
    const email = `load.${process.pid}.${Date.now()}.${(leads += 1)}@example.com`;
    const person = { emails: [{ value: email }] };
    return call('POST', '/v1/events', 201, { source: 'load.example', type: 'Registration', person });
  };
  const caller = async (): Promise<void> => {
    while (!isStopped()) {
      if (paths.length === 0) await createLead();
      for (const path of paths.length === 0 ? READS : paths) if (!isStopped()) await call('GET', path, 200);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  agent.destroy();
  return { succeeded, failed, failures, slowestMs };
}

/** Returns the status of a response, or the message of an error. */
function send(
  agent: Agent,
  url: string,
  method: string,
  credentials: Readonly<Record<string, string>>,
  body?: object,
): Promise<string> {
  return new Promise((resolve) => {
    const text = body && JSON.stringify(body);
    const headers = {
      ...credentials,
      ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    };
    const sent = request(url, { method, agent, headers, timeout: CALL_MS }, (response) => {
      response.resume();
      response.once('end', () => resolve(String(response.statusCode)));
      response.once('error', (error) => resolve(error.message));
    });
    sent.once('timeout', () => sent.destroy(new Error(`no response within ${CALL_MS} ms`)));
    sent.once('error', (error) => resolve(error.message));
    sent.end(text);
  });
}
