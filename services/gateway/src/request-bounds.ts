import { createFairBudget } from '@porchlight/edge';
import { LIMITS } from '@porchlight/limits';
import { createFairQueue, type Metrics } from '@porchlight/runtime';
import type { Config } from './config';
import { countEndedBodies } from './request-metrics';

/** Part of the memory for bodies that only those up to 64 kB may use: leads and sign-ins go on during large uploads. */
const RESERVED_FOR_SMALL_BODIES = 0.25;

/** The memory for bodies that are being read and for responses that are not read yet, shared fairly by account. */
export const createMemoryBudgets = (config: Config, metrics: Metrics) => {
  const endedBodies = countEndedBodies(metrics);
  const bodies = createFairBudget({
    maxBytes: config.LIMIT_BODY_BYTES_IN_FLIGHT,
    maxBytesPerHolder: config.LIMIT_BODY_BYTES_PER_ACCOUNT,
    reservedForSmall: RESERVED_FOR_SMALL_BODIES,
    onEnded: (reason) => endedBodies.inc({ reason }),
  });
  const responses = createFairBudget({
    maxBytes: config.LIMIT_RESPONSE_BYTES_IN_FLIGHT,
    maxBytesPerHolder: config.LIMIT_RESPONSE_BYTES_PER_ACCOUNT,
  });
  metrics.gauge('bytes_in_flight', 'Bytes of bodies being read and of responses not read yet.', ['kind'], (gauge) => {
    gauge.set({ kind: 'bodies' }, bodies.inUse());
    gauge.set({ kind: 'responses' }, responses.inUse());
  });
  return { bodies, responses };
};

/** Requests that run and wait, by turns of their accounts. */
export const createRequestQueue = (config: Config, metrics: Metrics) => {
  const queue = createFairQueue({
    what: 'requests of this account',
    concurrent: config.LIMIT_REQUESTS_IN_FLIGHT,
    shareMs: config.LIMIT_REQUEST_SHARE_MS,
    maxWaiting: LIMITS.waitingRequests.value,
    maxWaitingPerHolder: config.LIMIT_WAITING_REQUESTS_PER_ACCOUNT,
    maxWaitMs: LIMITS.requestWaitMs.value,
  });
  metrics.gauge('requests_waiting', 'Requests that wait for the turn of their account.', [], () => queue.waiting());
  return queue;
};
