import { createLogger, type Logger, type LogLevel } from '../logger';
import { storeLogLine } from './store-log-line';

export interface LogLine {
  readonly level: string;
  readonly event?: string;
  readonly msg?: string;
  readonly [field: string]: unknown;
}

export interface CapturedLogger {
  readonly logger: Logger;
  /** All lines. */
  readonly lines: readonly LogLine[];
  /** Returns the lines of one event. */
  of(event: string): LogLine[];
  /** The raw output, to search for text that must not appear. */
  text(): string;
  clear(): void;
}

/** Creates a real logger, including redaction, whose lines a test can read. */
export const captureLogger = (options: { service?: string; level?: LogLevel } = {}): CapturedLogger => {
  const raw: string[] = [];
  const lines: LogLine[] = [];
  const destination = {
    write(line: string) {
      raw.push(line);
      const parsed = JSON.parse(line) as LogLine;
      lines.push(parsed);
      storeLogLine(line, parsed.level);
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
