import type { EgressOutcome } from '@porchlight/egress';
import type { Span, Tracing } from '@porchlight/runtime';
import type { Job } from './delivery';

/** An attempt with its span; no span if the change was not traced. */
export interface TracedJob extends Job {
  readonly span?: Span;
}

/**
 * Adds a span of the delivery's trace to an attempt. It contains only the origin of the receiver: paths and queries of
 * webhooks may contain secrets.
 */
export const traceAttempt = <T>(tracing: Tracing, job: Job, attempt: (job: TracedJob) => T): T => {
  const { delivery, endpoint } = job;
  const span = delivery.traceparent === undefined ? undefined : tracing.join(spanOptions(job), delivery.traceparent);
  // Attempts start each other: an untraced attempt must not inherit the trace of another one.
  return span
    ? span.run(() => attempt({ delivery, endpoint, event: job.event, span }))
    : tracing.apart(() => attempt(job));
};

const spanOptions = ({ delivery, endpoint }: Job) => {
  const { protocol, hostname, port } = new URL(endpoint.origin);
  return {
    name: 'delivery attempt',
    kind: 'client',
    attributes: {
      'http.request.method': 'POST',
      'http.request.resend_count': delivery.tries > 0 ? delivery.tries : undefined,
      'url.scheme': protocol.slice(0, -1),
      'server.address': hostname,
      'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
      'porchlight.webhook.event': endpoint.event,
    },
  } as const;
};

/** Ends the span. `decision` is the outcome as in the log. */
export const endSpan = (span: Span, decision: string, outcome?: EgressOutcome): void => {
  const status = outcome?.kind === 'answered' ? outcome.status : undefined;
  span.end({
    attributes: { 'http.response.status_code': status, 'porchlight.delivery.outcome': decision },
    error:
      decision === 'received' ? undefined : outcome?.kind === 'failed' ? outcome.error : String(status ?? decision),
  });
};
