import type { Histogram, Logger, Metrics } from '@porchlight/runtime';
import { canonicalLine } from '@porchlight/runtime';
import type { ServerCall } from './server-call';
import { endCall } from '../trace-calls';

/** Level of the canonical line of a successful call. */
export type SuccessLevel = 'info' | 'debug';

/** Reasons that are errors of the server, not of the caller. */
const TROUBLE = new Set(['UNAVAILABLE', 'DEADLINE', 'INTERNAL']);

/** Writes the canonical line of each call and records its metrics. */
export class CallObserver {
  readonly #seconds: Histogram<'operation' | 'outcome'>;
  /** Metrics with bound labels: binding costs more than observing. */
  readonly #bound = new Map<string, Map<string, { observe(seconds: number): void }>>();

  constructor(
    private readonly logger: Logger,
    metrics: Metrics,
    private readonly successLevel: SuccessLevel,
  ) {
    this.#seconds = metrics.histogram('rpc_server_seconds', 'Time from the arrival of a call to its answer.', [
      'operation',
      'outcome',
    ]);
  }

  /** @param outcome `ok`, a reason, or CANCELLED; @param fault an error of the handler that is not a refusal. */
  observe(call: ServerCall, outcome: string, fault?: unknown): void {
    const ms = call.elapsed();
    this.#measure(call.operation, outcome).observe(ms / 1000);
    if (call.span !== undefined) endCall(call.span, outcome);
    const level =
      outcome === 'ok' ? this.successLevel : outcome === 'INTERNAL' ? 'error' : TROUBLE.has(outcome) ? 'warn' : 'info';
    if (!this.logger.isLevelEnabled(level)) return;
    const actor = call.verified;
    canonicalLine(
      this.logger,
      'rpc.served',
      {
        operation: call.operation,
        account: actor?.accountId,
        user: actor?.userId,
        requestId: call.requestId,
        trace_id: call.span?.traceId,
        ms,
        outcome,
        ...(fault === undefined ? undefined : { err: fault }),
      },
      level,
    );
  }

  /** @param path as sent by the caller. */
  reportUnknown(path: string): void {
    this.logger.error({ event: 'rpc.method_unknown', path: path.slice(0, 200) });
  }

  #measure(operation: string, outcome: string): { observe(seconds: number): void } {
    let byOutcome = this.#bound.get(operation);
    if (byOutcome === undefined) this.#bound.set(operation, (byOutcome = new Map()));
    let measure = byOutcome.get(outcome);
    if (measure === undefined) byOutcome.set(outcome, (measure = this.#seconds.labels(operation, outcome)));
    return measure;
  }
}
