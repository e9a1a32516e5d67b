import { GRPC, REASONS, isRefusal, type Reason } from '@porchlight/errors';
import type { Span, Tracing } from '@porchlight/runtime';
import type { CallOptions, ClientMethod } from './client/client-call';
import type { ServerCall } from './server/server-call';

const STATUSES = new Map<number, string>(Object.entries(GRPC).map(([name, code]) => [code, name]));
/** Statuses of server errors; the others are errors of the caller. */
const FAULTS = new Set(['DEADLINE_EXCEEDED', 'INTERNAL', 'UNAVAILABLE']);

const createSpanStart = (kind: 'client' | 'server', { path }: Pick<ClientMethod, 'path'>) => ({
  name: path.slice(1),
  kind,
  attributes: { 'rpc.system.name': 'grpc', 'rpc.method': path.slice(1) },
});

/** @param outcome `ok`, a reason, or CANCELLED. */
const toSpanStatus = (outcome: string): string =>
  outcome === 'ok'
    ? 'OK'
    : outcome === 'CANCELLED'
      ? outcome
      : (STATUSES.get(REASONS[outcome as Reason].grpc) ?? outcome);

/** Makes a call with a span of the current trace; without a trace it is a plain call. */
export function traceCall(
  tracing: Tracing,
  method: ClientMethod,
  options: CallOptions,
  send: (options: CallOptions) => Promise<unknown>,
): Promise<unknown> {
  const span = tracing.join(createSpanStart('client', method), options.traceparent);
  if (span === undefined) return send(options);
  const answer = send({ ...options, traceparent: span.traceparent });
  answer.then(
    () => span.end({ attributes: { 'rpc.response.status_code': 'OK' } }),
    (error: unknown) => {
      const outcome = isRefusal(error) ? error.reason : options.signal?.aborted === true ? 'CANCELLED' : 'INTERNAL';
      span.end({ attributes: { 'rpc.response.status_code': toSpanStatus(outcome) }, error: outcome });
    },
  );
  return answer;
}

/** Starts the server span of a call; undefined without a trace. */
export const beginCall = (tracing: Tracing, { traceparent, method }: ServerCall): Span | undefined =>
  traceparent === undefined ? undefined : tracing.join(createSpanStart('server', method), traceparent);

/** Ends the span of a call with its outcome. */
export function endCall(span: Span, outcome: string): void {
  const status = toSpanStatus(outcome);
  span.end({ attributes: { 'rpc.response.status_code': status }, ...(FAULTS.has(status) && { error: outcome }) });
}
