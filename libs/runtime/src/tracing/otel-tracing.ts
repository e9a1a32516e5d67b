import {
  ROOT_CONTEXT,
  SpanKind as OtelKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span as OtelSpan,
} from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import type { TracerProvider } from '@opentelemetry/sdk-trace';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span, SpanEnd, SpanStart, Tracing } from './tracing';

const KINDS = {
  server: OtelKind.SERVER,
  client: OtelKind.CLIENT,
  producer: OtelKind.PRODUCER,
  consumer: OtelKind.CONSUMER,
} as const;

/** A longer header belongs to no known version and is ignored. */
const MAX_HEADER = 128;

/** Tracing with a provider of the SDK, which samples and exports. */
export const createOtelTracing = (provider: TracerProvider): Tracing => {
  const tracer = provider.getTracer('porchlight');
  const running = new AsyncLocalStorage<RecordedSpan>();

  const start = ({ name, kind, attributes }: SpanStart, parent: Context): Span | undefined => {
    const span = tracer.startSpan(name, { kind: KINDS[kind], ...(attributes && { attributes }) }, parent);
    return span.isRecording() ? new RecordedSpan(span, running) : undefined;
  };

  return {
    begin: (how, traceparent) => start(how, parseTraceparent(traceparent) ?? ROOT_CONTEXT),
    join: (how, traceparent) => {
      const parent = traceparent === undefined ? running.getStore()?.context : parseTraceparent(traceparent);
      return parent && start(how, parent);
    },
    apart: (work) => running.exit(work),
    current: () => running.getStore(),
    stop: () => provider.shutdown(),
  };
};

/** Undefined for an invalid header (W3C trace context, level 1). */
const parseTraceparent = (traceparent: string | undefined): Context | undefined => {
  if (traceparent === undefined || traceparent.length > MAX_HEADER) return undefined;
  const caller = parseTraceParent(traceparent);
  return caller ? trace.setSpanContext(ROOT_CONTEXT, { ...caller, isRemote: true }) : undefined;
};

class RecordedSpan implements Span {
  readonly traceId: string;
  readonly traceparent: string;
  readonly #span: OtelSpan;
  readonly #running: AsyncLocalStorage<RecordedSpan>;

  constructor(span: OtelSpan, running: AsyncLocalStorage<RecordedSpan>) {
    const { traceId, spanId } = span.spanContext();
    this.traceId = traceId;
    this.traceparent = `00-${traceId}-${spanId}-01`;
    this.#span = span;
    this.#running = running;
  }

  get context(): Context {
    return trace.setSpan(ROOT_CONTEXT, this.#span);
  }

  run<T>(work: () => T): T {
    return this.#running.run(this, work);
  }

  end({ name, attributes, error }: SpanEnd = {}): void {
    if (!this.#span.isRecording()) return;
    if (name !== undefined) this.#span.updateName(name);
    if (attributes) this.#span.setAttributes(attributes);
    if (error !== undefined) this.#span.setAttribute('error.type', error).setStatus({ code: SpanStatusCode.ERROR });
    this.#span.end();
  }
}
