import { invalidBody } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';
import { createFairQueue, type FairQueue } from '@porchlight/runtime';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

/** A row of a table, not yet read as a person. */
export interface RawRow {
  /** Line of the file on which it begins, from 1. */
  readonly line: number;
  /** Missing ones are empty. */
  readonly cells: string[];
  /** Why it is not imported. */
  problem?: { readonly cell: number; readonly message: string } | undefined;
}

/** A table as its text has it. */
export interface RawTable {
  readonly header: readonly string[];
  readonly rows: readonly RawRow[];
}

export interface TableLimits {
  /** Rows without the header (decisions section 10). */
  readonly rows: number;
  readonly columns: number;
  readonly cellChars: number;
}

/** What the thread sends, in this order; `problem`: the whole table is refused. */
export type TableMessage =
  | { readonly header: readonly string[] }
  | { readonly rows: readonly RawRow[] }
  | { readonly end: true }
  | { readonly problem: string };

const TABLE_LIMITS: TableLimits = {
  rows: LIMITS.importRows.value,
  columns: LIMITS.importColumns.value,
  cellChars: LIMITS.importCellCharacters.value,
};

/** The CPU time is read this many times within the budget: every 250 ms. */
const CHECKS = 80;
/** Memory of a thread: the limit of the process in the chart leaves room for one. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };
/** Threads at a time in this process, and tables that wait for one. */
const CONCURRENT = 1;
const MAX_WAITING = 20;
const MAX_WAITING_PER_ACCOUNT = 4;
/** Size of all tables that wait, bytes: eight of the largest size. */
const MAX_WAITING_BYTES = 8 * LIMITS.largeBodyBytes.value;

const THREAD = 'read-table.thread';
/** The bundle has the thread beside it; tests run the source. */
const findThread = (): string => {
  const built = join(__dirname, `${THREAD}.js`);
  return existsSync(built) ? built : join(__dirname, `${THREAD}.ts`);
};

export interface TableReaderOptions {
  readonly limits?: TableLimits;
  readonly cpuMs?: number;
  readonly resourceLimits?: { readonly maxOldGenerationSizeMb: number };
  readonly maxWaitingBytes?: number;
}

/** Splits tables into rows, in threads of their own. */
export interface TableReader {
  /**
   * Rows of a CSV text or of vCards. Throws INVALID_BODY if the table cannot be read or exceeds a limit of size, time
   * or memory, OVERLOADED if too many tables wait, and the reason of the signal, which ends the thread.
   */
  read(accountId: number, text: string, signal: AbortSignal): Promise<RawTable>;
}

const refuseTable = (what: string): Error => invalidBody(`The table ${what}.`);

/** Creates a reader: one table at a time, in turns by account. */
export const createTableReader = (options: TableReaderOptions = {}): TableReader => {
  const queue: FairQueue = createFairQueue({
    what: 'tables',
    concurrent: CONCURRENT,
    maxWaiting: MAX_WAITING,
    maxWaitingPerHolder: MAX_WAITING_PER_ACCOUNT,
    maxWaitingBytes: options.maxWaitingBytes ?? MAX_WAITING_BYTES,
  });
  return {
    read: (accountId, text, signal) =>
      queue.run(String(accountId), () => readInThread(text, signal, options), {
        bytes: Buffer.byteLength(text),
        signal: () => signal,
      }),
  };
};

const readInThread = async (
  text: string,
  signal: AbortSignal,
  { limits = TABLE_LIMITS, cpuMs = LIMITS.importCpuMs.value, resourceLimits = RESOURCE_LIMITS }: TableReaderOptions,
): Promise<RawTable> => {
  signal.throwIfAborted();
  const worker = new Worker(findThread(), {
    workerData: { text, limits },
    resourceLimits,
    execArgv: ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', '--disable-warning=ExperimentalWarning'],
    env: {},
  });
  const result = Promise.withResolvers<RawTable>();
  const rows: RawRow[] = [];
  let header: readonly string[] = [];
  worker.on('message', (message: TableMessage) => {
    if ('header' in message) header = message.header;
    else if ('rows' in message) rows.push(...message.rows);
    else if ('problem' in message) result.reject(refuseTable(message.problem));
    else result.resolve({ header, rows });
  });
  worker.on('error', (error: Error & { code?: string }) =>
    result.reject(
      error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? refuseTable('needs too much memory. Send it in parts') : error,
    ),
  );
  worker.on('exit', () => result.reject(new Error('The thread that reads a table ended.')));
  const abort = (): void => result.reject(signal.reason as Error);
  signal.addEventListener('abort', abort, { once: true });
  const budget = setInterval(() => void checkBudget(), cpuMs / CHECKS);
  const checkBudget = async (): Promise<void> => {
    const { user, system } = await worker.cpuUsage().catch(() => ({ user: 0, system: 0 }));
    if (user + system > cpuMs * 1_000)
      result.reject(refuseTable(`takes more than ${cpuMs / 1_000} s to read. Send it in parts`));
  };
  try {
    return await result.promise;
  } finally {
    clearInterval(budget);
    signal.removeEventListener('abort', abort);
    await worker.terminate();
  }
};

/** Lets other requests run if work has taken the event loop for 10 ms. */
export const createPauses = (): (() => Promise<void>) => {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < 10) return;
    await setImmediate();
    since = performance.now();
  };
};
