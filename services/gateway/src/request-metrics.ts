import type { Served } from '@porchlight/edge';
import type { Counter, Metrics } from '@porchlight/runtime';

/** Counts the bodies that were ended while they arrived, by reason. */
export const countEndedBodies = (metrics: Metrics): Counter =>
  metrics.counter(
    'request_bodies_ended_total',
    'Bodies that were ended while they arrived: too slow, or the slowest while the memory for bodies was used up.',
    ['reason'],
  );

/**
 * Measures requests: count and duration by operation and class of status, and refusals by reason. Only names from the
 * code become labels: no path, no account.
 */
export const measureRequests = (metrics: Metrics): ((line: Served) => void) => {
  const seconds = metrics.histogram('request_seconds', 'Time from arrival of a request to its answer.', [
    'operation',
    'status',
  ]);
  const refused = metrics.counter('request_refusals_total', 'Requests that were rejected or failed, by error code.', [
    'reason',
  ]);
  /** Metrics with bound labels by operation and class of status: binding costs more than observing. */
  const bound = new Map<string, { observe(seconds: number): void }[]>();
  const find = (operation: string, statusClass: number): { observe(seconds: number): void } => {
    let classes = bound.get(operation);
    if (!classes) bound.set(operation, (classes = []));
    return (classes[statusClass] ??= seconds.labels(operation || 'none', `${statusClass}xx`));
  };
  return ({ operation, status, outcome, ms }) => {
    find(operation, Math.floor(status / 100)).observe(ms / 1000);
    if (outcome !== 'ok') refused.inc({ reason: outcome });
  };
};
