import {
  pino,
  stdTimeFunctions,
  type Bindings,
  type ChildLoggerOptions,
  type DestinationStream,
  type Logger,
} from 'pino';
import { createLineWriter } from './line-writer';
import { redact, serializeError } from './redaction';

export type { Logger } from 'pino';

/** Levels in ascending order; silent writes no lines. */
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
/** Level of a log line. */
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface LoggerOptions {
  /** Name of the service, on every line. */
  readonly service: string;
  readonly level?: LogLevel;
  /** Destination of lines (default: standard output, in batches, see line-writer.ts). */
  readonly destination?: DestinationStream;
  /** Returns the id of the current trace. */
  readonly traceId?: () => string | undefined;
}

/**
 * Creates a logger of JSON lines. Values of secret fields (see redaction.ts) are replaced, query strings are removed,
 * errors are reduced to type, message, stack, code and cause.
 */
export const createLogger = ({ service, level = 'info', destination, traceId }: LoggerOptions): Logger => {
  const redactFields = (fields: Record<string, unknown>): Record<string, unknown> => {
    const safe = redact(fields);
    const trace = traceId?.();
    // An explicit trace id of a line takes precedence, also if it is undefined.
    if (trace !== undefined && !('trace_id' in fields)) safe['trace_id'] = trace;
    return safe;
  };
  const logger = pino(
    {
      level,
      base: { service, pid: process.pid },
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: redactFields },
      serializers: { err: serializeError, error: serializeError },
    },
    destination ?? createLineWriter(1),
  );
  // pino formats the bindings of the first logger only; children inherit this method.
  const { child } = logger;
  return Object.assign(logger, {
    child(this: Logger, bindings: Bindings, options?: ChildLoggerOptions): Logger {
      return Reflect.apply(child, this, [redact(bindings), options]) as Logger;
    },
  });
};

/** A finished operation: a request, an RPC, a consumed batch, an attempt. */
export interface CanonicalFields {
  /** Duration, ms. */
  readonly ms?: number;
  /** `ok`, or the reason of the failure. */
  readonly outcome?: string;
  readonly [field: string]: unknown;
}

/** Writes the canonical log line of a finished operation. The event is `<noun>.<past tense>`: `request.served`. */
export const canonicalLine = (
  logger: Logger,
  event: string,
  fields: CanonicalFields,
  level: 'info' | 'warn' | 'error' | 'debug' = 'info',
): void => {
  // Avoids copying the fields if the level is disabled.
  if (!logger.isLevelEnabled(level)) return;
  const ms = fields.ms === undefined ? undefined : Math.round(fields.ms * 100) / 100;
  logger[level]({ event, ...fields, ...(ms !== undefined && { ms }) });
};
