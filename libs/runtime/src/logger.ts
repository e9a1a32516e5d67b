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

/** From the least that is written to all; silent writes nothing. */
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
/** One of them. */
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface LoggerOptions {
  /** Name of the service, on every line. */
  readonly service: string;
  readonly level?: LogLevel;
  /** Where lines go (default: standard output, in batches, see line-writer.ts). */
  readonly destination?: DestinationStream;
  /** Id of the trace that the running code is part of. */
  readonly traceId?: () => string | undefined;
}

/**
 * Makes a logger of JSON lines. Values of fields that name a secret (see redaction.ts) are replaced, query strings are
 * cut off, errors are reduced to type, message, stack, code and cause.
 */
export const createLogger = ({ service, level = 'info', destination, traceId }: LoggerOptions): Logger => {
  const redactFields = (fields: Record<string, unknown>): Record<string, unknown> => {
    const safe = redact(fields);
    const trace = traceId?.();
    // A line that says itself to which trace it belongs, or that it does to none, knows better.
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

/** A finished unit of work: a request, an RPC, a consumed batch, an attempt. */
export interface CanonicalFields {
  /** Milliseconds it took. */
  readonly ms?: number;
  /** `ok`, or the reason it did not go well. */
  readonly outcome?: string;
  readonly [field: string]: unknown;
}

/** Writes the canonical log line of a finished unit of work. The event is `<noun>.<past tense>`: `request.served`. */
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
