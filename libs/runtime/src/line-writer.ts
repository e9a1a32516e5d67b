import { writeSync } from 'node:fs';

interface LineWriterOptions {
  /** Maximum number of waiting characters while the reader is slow (default 16 million); further lines are dropped. */
  readonly maxWaiting?: number;
  /** Writes to the descriptor and returns the number of written bytes; throws EAGAIN if it cannot accept any. */
  readonly write?: (descriptor: number, bytes: Buffer) => number;
}

/** Wait before another write to a full pipe, ms. */
const RETRY_MS = 20;
/** Longest wait for a full pipe at the end of the process, ms. */
const LAST_WAIT_MS = 1_000;

/**
 * Writes lines in order, those of one turn of the event loop with one system call. Not pino's asynchronous destination,
 * which may reorder or lose a line if the process ends right after a fatal line.
 */
export const createLineWriter = (descriptor: number, options: LineWriterOptions = {}) => {
  const { maxWaiting = 16_000_000, write = writeSync } = options;
  let lines: string[] = [];
  let waiting = 0;
  /** Bytes of earlier turns that a full pipe did not accept. */
  let rest: Buffer = Buffer.alloc(0);
  let scheduled = false;
  let broken = false;

  /** True if all lines are written. */
  const drain = (): boolean => {
    if (lines.length > 0) {
      rest = Buffer.concat([rest, Buffer.from(lines.join(''))]);
      lines = [];
    }
    try {
      while (rest.length > 0) rest = rest.subarray(write(descriptor, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return false;
      // The reader is closed: a service does not stop because of its log.
      broken = true;
      rest = Buffer.alloc(0);
    }
    waiting = 0;
    return true;
  };

  const turn = (): void => {
    scheduled = false;
    if (!drain()) schedule(RETRY_MS);
  };
  const schedule = (pauseMs: number): void => {
    scheduled = true;
    if (pauseMs === 0) setImmediate(turn);
    else setTimeout(turn, pauseMs);
  };
  /** Writes waiting lines synchronously; pino calls it after a fatal line. */
  const flushSync = (): void => {
    const endsAt = performance.now() + LAST_WAIT_MS;
    while (!drain() && performance.now() < endsAt) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
    }
  };

  process.once('exit', flushSync);
  return {
    write(line: string): void {
      if (broken || waiting > maxWaiting) return;
      waiting += line.length;
      lines.push(line);
      if (!scheduled) schedule(0);
    },
    flushSync,
  };
};
