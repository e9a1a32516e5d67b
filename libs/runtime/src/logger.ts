import { destination as openDestination, pino, stdTimeFunctions, type DestinationStream, type Logger } from 'pino';
import { redact, serializeError } from './redaction';

export type { Logger } from 'pino';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface LoggerOptions {
  /** Name of the service, on every line. */
  readonly service: string;
  readonly level?: LogLevel;
  /** Where lines go (default: standard output, unblocked, at most 16 MB waiting). */
  readonly destination?: DestinationStream;
}

/**
 * Makes a logger of JSON lines. Values of fields that name a secret (see redaction.ts) are replaced, query strings are
 * cut off, errors are reduced to type, message, stack, code and cause.
 */
export const createLogger = ({ service, level = 'info', destination }: LoggerOptions): Logger =>
  pino(
    {
      level,
      base: { service, pid: process.pid },
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: redact, bindings: redact },
      serializers: { err: serializeError, error: serializeError },
      nestedKey: undefined,
    },
    // Unblocked writing batches lines under load. What waits is bounded: beyond it lines are dropped, never the process.
    destination ?? openDestination({ dest: 1, sync: false, minLength: 0, maxLength: 16 * 1024 * 1024 }),
  );

/** A finished unit of work: a request, an RPC, a consumed batch, an attempt. */
export interface CanonicalFields {
  /** Milliseconds it took. */
  readonly ms?: number;
  /** `ok`, or the reason it did not go well. */
  readonly outcome?: string;
  readonly [field: string]: unknown;
}

/** Writes the one line that tells all of a finished unit of work. The event is `<noun>.<past tense>`, as `request.served`. */
export const canonicalLine = (
  logger: Logger,
  event: string,
  fields: CanonicalFields,
  level: 'info' | 'warn' | 'error' | 'debug' = 'info',
): void => {
  // The check spares copying the fields when nobody listens.
  if (!logger.isLevelEnabled(level)) return;
  const ms = fields.ms === undefined ? undefined : Math.round(fields.ms * 100) / 100;
  logger[level]({ event, ...fields, ...(ms !== undefined && { ms }) });
};
