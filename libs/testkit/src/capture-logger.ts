import { createLogger, type Logger, type LogLevel } from '@porchlight/runtime';

export interface LogLine {
  readonly level: string;
  readonly event?: string;
  readonly msg?: string;
  readonly [field: string]: unknown;
}

export interface CapturedLogger {
  readonly logger: Logger;
  /** Every line so far. */
  readonly lines: readonly LogLine[];
  /** Lines of one event. */
  of(event: string): LogLine[];
  /** All as it was written, to look for what must not be there. */
  text(): string;
  clear(): void;
}

/** A real logger, redaction included, whose lines a test can read. */
export const captureLogger = (options: { service?: string; level?: LogLevel } = {}): CapturedLogger => {
  const raw: string[] = [];
  const lines: LogLine[] = [];
  const destination = {
    write(line: string) {
      raw.push(line);
      lines.push(JSON.parse(line) as LogLine);
    },
  };
  return {
    logger: createLogger({ service: options.service ?? 'test', level: options.level ?? 'trace', destination }),
    lines,
    of: (event) => lines.filter((line) => line.event === event),
    text: () => raw.join(''),
    clear() {
      raw.length = 0;
      lines.length = 0;
    },
  };
};
