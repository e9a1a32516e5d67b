/** Which side of a step a span is, as OpenTelemetry names them. */
export type SpanKind = 'server' | 'client' | 'producer' | 'consumer';

/**
 * Named by the semantic conventions of OpenTelemetry. Never anything personal or secret, no path and no query of an
 * address.
 */
export type SpanAttributes = Readonly<Record<string, string | number | undefined>>;

/** What a span begins with. */
export interface SpanStart {
  /** A name from the code, such as an operation; no ids. */
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes?: SpanAttributes;
}

/** What a span ends with. */
export interface SpanEnd {
  /** Instead of the name it began with, where the work was not known yet. */
  readonly name?: string;
  readonly attributes?: SpanAttributes;
  /** A short fixed word for what went wrong; absent where nothing did. */
  readonly error?: string | undefined;
}

/** A recorded span; spans of unsampled traces are undefined everywhere. */
export interface Span {
  readonly traceId: string;
  /** W3C header for the next process. */
  readonly traceparent: string;
  /** Runs work as part of the step: steps begun in it come below, its log lines bear the trace's id. */
  run<T>(work: () => T): T;
  /** The first end counts. */
  end(how?: SpanEnd): void;
}

/**
 * Traces of this process. Where tracing is off there is none of it: `undefined` is passed around, at the cost of an
 * `if`.
 */
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
  /** The step that the running code is part of. */
  current(): Span | undefined;
  /** Flushes and stops. Bounded by the deadline of the lifecycle. */
  stop(): Promise<void>;
}
