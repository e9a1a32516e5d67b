/** Kind of a span, as named by OpenTelemetry. */
export type SpanKind = 'server' | 'client' | 'producer' | 'consumer';

/**
 * Attributes by the semantic conventions of OpenTelemetry. Never personal or secret data, no path and no query of an
 * address.
 */
export type SpanAttributes = Readonly<Record<string, string | number | undefined>>;

/** Properties at the start of a span. */
export interface SpanStart {
  /** A name from the code, such as an operation; no ids. */
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes?: SpanAttributes;
}

/** Properties at the end of a span. */
export interface SpanEnd {
  /** Replaces the initial name if the operation was not known at the start. */
  readonly name?: string;
  readonly attributes?: SpanAttributes;
  /** A short fixed word for the error; absent on success. */
  readonly error?: string | undefined;
}

/** A recorded span; spans of unsampled traces are undefined everywhere. */
export interface Span {
  readonly traceId: string;
  /** W3C trace header for the next process. */
  readonly traceparent: string;
  /** Runs work within the span: spans that start in it are children, and its log lines have the trace's id. */
  run<T>(work: () => T): T;
  /** Only the first call has an effect. */
  end(how?: SpanEnd): void;
}

/** Tracing of this process; `undefined` if it is disabled, at the cost of an `if`. */
export interface Tracing {
  /** Starts a span at the edge: continues the trace of a valid header, otherwise starts a new trace. */
  begin(start: SpanStart, traceparent: string | undefined): Span | undefined;
  /**
   * Continues the trace of the header or of the running code. Starts none: undefined without a trace or with an invalid
   * header.
   */
  join(start: SpanStart, traceparent?: string): Span | undefined;
  /** Runs work outside of any trace: work that outlives the span that starts it. */
  apart<T>(work: () => T): T;
  /** The current span. */
  current(): Span | undefined;
  /** Flushes and stops. Bounded by the deadline of the lifecycle. */
  stop(): Promise<void>;
}
