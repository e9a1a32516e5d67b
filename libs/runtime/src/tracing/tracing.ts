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

/** One step of a trace that is kept; steps of traces that are not are undefined everywhere. */
export interface Span {
  readonly traceId: string;
  /** W3C header for whoever goes on with the work. */
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
  /**
   * Begins a step at the edge: goes on with the caller's trace where its header is valid, else it is the first of a new
   * one.
   */
  begin(start: SpanStart, traceparent: string | undefined): Span | undefined;
  /**
   * Goes on with the trace of the header, or of the code that runs. Begins none: without a trace, or with a header that
   * is not valid, undefined.
   */
  join(start: SpanStart, traceparent?: string): Span | undefined;
  /** Runs work as part of no trace: what goes on for longer than the step that happens to begin it. */
  apart<T>(work: () => T): T;
  /** The step that the running code is part of. */
  current(): Span | undefined;
  /** Sends what waits; nothing is kept any more. Bounded by the deadline of the lifecycle. */
  stop(): Promise<void>;
}
