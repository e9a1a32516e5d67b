import type { Served } from '@porchlight/edge';
import type { Metrics } from '@porchlight/runtime';

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
  return ({ operation, status, outcome, ms }) => {
    seconds.observe({ operation: operation || 'none', status: `${Math.floor(status / 100)}xx` }, ms / 1000);
    if (outcome !== 'ok') refused.inc({ reason: outcome });
  };
};
