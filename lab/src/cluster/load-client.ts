import { setTimeout as pause } from 'node:timers/promises';
import { readConnection } from '@porchlight/tools/src/send/connection';
import { createServiceClient, type ServiceCall } from '@porchlight/tools/src/send/service-client';

/** Result of a load, printed as JSON when it is stopped. */
export interface LoadResult {
  readonly succeeded: number;
  readonly failed: number;
  /** The first failures, one line each. */
  readonly failures: readonly string[];
  readonly slowestMs: number;
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
  const connection = readConnection(connectionFile);
  const client = createServiceClient(connection, connection.accounts[0]!, {
    connections: callers,
    timeoutMs: CALL_MS,
  });
  const failures: string[] = [];
  let [succeeded, failed, slowestMs, leads] = [0, 0, 0, 0];
  const call = async (expected: number, request: ServiceCall): Promise<void> => {
    const began = performance.now();
    const status = await client.call({ ...request, system: connection.system.key !== '' }).then(
      (response) => response.status,
      (error: Error) => error.message,
    );
    const elapsed = performance.now() - began;
    slowestMs = Math.max(slowestMs, Math.round(elapsed));
    if (status === expected) succeeded += 1;
    else {
      failed += 1;
      const line = `${new Date().toISOString()} ${request.method} ${request.path}: ${status}`;
      if (failures.length < MAX_FAILURES) failures.push(line);
    }
    if (!isStopped()) await pause(Math.max(0, everyMs - elapsed));
  };
  const createLead = (): Promise<void> => {
    const email = `load.${process.pid}.${Date.now()}.${(leads += 1)}@example.com`;
    const person = { emails: [{ value: email }] };
    const json = { source: 'load.example', type: 'Registration', person };
    return call(201, { method: 'POST', path: '/v1/events', json });
  };
  const caller = async (): Promise<void> => {
    while (!isStopped()) {
      if (paths.length === 0) await createLead();
      for (const path of paths.length === 0 ? READS : paths) if (!isStopped()) await call(200, { method: 'GET', path });
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  await client.close();
  return { succeeded, failed, failures, slowestMs };
}
