import { maskError, type EgressOutcome } from '@porchlight/egress';
import { canonicalLine, startStopwatch, type Clock, type Logger, type Tracing } from '@porchlight/runtime';
import type { Attempt, Job, LeasedDelivery, Settlement } from './delivery';
import { isOverloaded, isReceived, judgeOutcome, type Verdict } from './judge-outcome';
import type { AttemptObservation } from './origin-queue';
import { nextAttempt, type Schedule } from './retry-schedule';
import { isLocalTimeout } from './event-loop-monitor';
import type { DeliveryMetrics } from './delivery-metrics';
import { formatPayload, signHeaders } from '../payloads';
import type { Egress, SystemKey, SystemKeys } from '../egress';
import type { EndpointHealth } from './endpoint-health';
import { traceAttempt, endSpan, type TracedJob } from './trace-attempts';

export interface AttemptOptions {
  readonly egress: Egress;
  readonly systemKeys: SystemKeys;
  readonly health: EndpointHealth;
  readonly settle: (settlement: Settlement) => void;
  /** Resolves when another result can be accepted. */
  readonly room: () => Promise<void>;
  readonly schedule: Schedule;
  /** Longest duration of an attempt, ms. A lease that expires earlier is not used. */
  readonly timeoutMs: number;
  /** Header of the signature that is keyed with the system's key. */
  readonly systemSignatureHeader: string;
  /** Total stall time of this process, ms. */
  readonly stalledMs: () => number;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: DeliveryMetrics;
  readonly tracing?: Tracing | undefined;
}

/** Pause if this service caused the failure, not the receiver, ms. */
const WAIT_MS = 5_000;

/**
 * Makes one attempt: check the lease and the endpoint, sign, send, record the result. Never rejects. Returns what the
 * attempt shows about the destination; undefined if no request was sent.
 */
export const createAttempt = (options: AttemptOptions): ((job: Job) => Promise<AttemptObservation | undefined>) => {
  const { tracing } = options;
  const attempt = async (job: TracedJob): Promise<AttemptObservation | undefined> => {
    try {
      return await makeAttempt(options, job);
    } catch (error) {
      return recordInternalError(options, job, error);
    }
  };
  return tracing === undefined ? attempt : (job) => traceAttempt(tracing, job, attempt);
};

const makeAttempt = async (options: AttemptOptions, job: TracedJob): Promise<AttemptObservation | undefined> => {
  const { settle, clock, metrics, systemSignatureHeader } = options;
  const { delivery, endpoint, event } = job;
  await options.room();
  // The lease may have expired while the job was waiting: the delivery belongs to another process or is due again.
  if (clock.now() > delivery.dueAt.getTime() - options.timeoutMs) {
    settle({ kind: 'retry', delivery, dueAt: clock.date() });
    return writeLine(options, job, 'lease-lost', 0);
  }
  if (!endpoint.active || endpoint.held) return hold(options, job);

  let systemKey: SystemKey | undefined;
  try {
    systemKey = await options.systemKeys.find(endpoint.system);
  } catch {
    settle({ kind: 'retry', delivery, dueAt: new Date(clock.now() + WAIT_MS) });
    return writeLine(options, job, 'no-system-key', 0);
  }

  const body = formatPayload(event);
  const at = clock.date();
  if (delivery.tries === 0)
    metrics.firstAttemptSeconds.observe(Math.max(0, at.getTime() - event.occurred.getTime()) / 1000);
  const stalledBefore = options.stalledMs();
  const elapsed = startStopwatch();
  const headers = signHeaders(endpoint, { eventId: delivery.eventId, body, systemKey, systemSignatureHeader, at });
  const outcome = await options.egress.post(endpoint.url, headers, body);
  const ms = elapsed();
  const stalledMs = Math.min(ms, options.stalledMs() - stalledBefore);
  const stalled = outcome.kind === 'failed' && isLocalTimeout(outcome.error, ms, stalledMs);
  const verdict = judgeOutcome(outcome, clock.now());
  writeLine(options, job, stalled ? 'stalled' : verdict.decision, ms, outcome);
  await record(options, job, toAttempt(at, ms, outcome, event), verdict, stalled)?.catch((error: unknown) =>
    options.logger.warn(
      { event: 'webhook.standing_failed', webhookId: endpoint.id, err: error },
      'the health of a webhook could not be updated',
    ),
  );
  const answered = outcome.kind === 'answered';
  return { answered, overloaded: answered && isOverloaded(outcome.status), stalled, ms: ms - stalledMs };
};

/**
 * Settles the delivery and updates the health of the endpoint. `stalled`: the attempt timed out because this process
 * was stalled; it is repeated soon, not at the next retry.
 */
const record = (
  { settle, schedule, health, clock }: AttemptOptions,
  { delivery, endpoint }: Job,
  attempt: Attempt,
  verdict: Verdict,
  stalled: boolean,
): Promise<void> | undefined => {
  if (verdict.decision === 'received') {
    settle({ kind: 'delivered', delivery, attempt });
    return health.recordSuccess(endpoint);
  }
  const { earlyRetries } = endpoint;
  const { retryAfterMs } = verdict;
  const next = nextAttempt(schedule, delivery.occurred.getTime(), attempt.at.getTime(), { retryAfterMs, earlyRetries });
  if (next === undefined) settle({ kind: 'deadLetter', delivery, attempt });
  else {
    const dueAt = new Date(stalled ? Math.min(next, clock.now() + WAIT_MS) : next);
    settle({ kind: 'retry', delivery, attempt, dueAt });
  }
  if (verdict.decision === 'disable') return health.recordRefusal(endpoint, delivery.eventId);
  if (next === undefined) return health.recordDeadLetter(endpoint, delivery.eventId);
  return stalled ? undefined : health.recordFailure(endpoint, attempt.at);
};

/** Deliveries of a disabled webhook or account stay pending until their retry schedule ends. */
const hold = (options: AttemptOptions, job: TracedJob): undefined => {
  settleUnsent(options, job.delivery);
  return writeLine(options, job, 'held', 0);
};

/** An internal error before the result was settled: retried by the schedule, like any failure. */
const recordInternalError = (options: AttemptOptions, { delivery, endpoint, span }: TracedJob, error: unknown) => {
  settleUnsent(options, delivery, endpoint.earlyRetries);
  options.logger.error(
    {
      event: 'delivery.attempt_failed',
      eventId: delivery.eventId,
      webhookId: delivery.webhookId,
      trace_id: span?.traceId,
      err: error,
    },
    'an attempt failed with an internal error',
  );
  span?.end({ error: 'failed' });
  return undefined;
};

/** Settles a delivery without a recorded attempt: due by the schedule, or a dead letter after its end. */
const settleUnsent = (
  { settle, schedule, clock }: AttemptOptions,
  delivery: LeasedDelivery,
  earlyRetries?: boolean,
): void => {
  const next = nextAttempt(schedule, delivery.occurred.getTime(), clock.now(), { earlyRetries });
  settle(next === undefined ? { kind: 'deadLetter', delivery } : { kind: 'retry', delivery, dueAt: new Date(next) });
};

/** Writes the log line of an attempt. A receiver's 500 is an expected outcome. */
const writeLine = (
  { logger, metrics }: AttemptOptions,
  { delivery, endpoint, span }: TracedJob,
  decision: string,
  ms: number,
  outcome?: EgressOutcome,
): undefined => {
  metrics.attempts.inc({ outcome: decision });
  if (span) endSpan(span, decision, outcome);
  canonicalLine(logger, 'delivery.attempted', {
    outcome: decision,
    ms,
    accountId: delivery.accountId,
    webhookId: delivery.webhookId,
    eventId: delivery.eventId,
    name: endpoint.event,
    origin: endpoint.origin,
    attempt: delivery.tries + 1,
    trace_id: span?.traceId,
    ...(outcome && (outcome.kind === 'answered' ? { status: outcome.status } : { error: outcome.error })),
  });
};

/** Stores bodies of failures only: 20 kB of each success would fill the database in 30 days. */
const toAttempt = (at: Date, ms: number, outcome: EgressOutcome, { erased }: Job['event']): Attempt =>
  outcome.kind === 'answered'
    ? {
        at,
        ms: Math.round(ms),
        status: outcome.status,
        ...(outcome.response && !isReceived(outcome.status) && !erased && { response: outcome.response }),
      }
    : { at, ms: Math.round(ms), error: maskError(outcome.error) };
