import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { wholeNumber } from '@porchlight/tools/src/operator/read-number';

/** A controller that is aborted when the user or the parent process ends this program. */
export const stopOnSignals = (): AbortController => {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort());
  process.once('disconnect', () => stop.abort());
  process.channel?.unref();
  return stop;
};

/** Options of a run that checks claims. */
export interface RunOptions {
  readonly seed: number;
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
}

/** Parses the command line, runs the check and ends the program, with exit code 1 if a claim fails. */
export const runClaims = async <T>(
  command: Command,
  run: (options: T & RunOptions) => Promise<readonly { readonly ok: boolean }[]>,
): Promise<void> => {
  const {
    seed = Math.floor(Math.random() * 1_000_000),
    json,
    ...options
  } = command
    .option('--seed <n>', 'seed of what is chosen at random (default: random, printed)', wholeNumber(0, 0xffff_ffff))
    .option('--json <file>', 'also writes the claims as JSON')
    .parse()
    .opts<T & { seed?: number; json?: string }>();
  const { signal } = stopOnSignals();
  try {
    const claims = await run({ ...(options as T), seed, signal, say: (line) => console.log(line) });
    if (json !== undefined) writeFileSync(json, JSON.stringify(claims));
    process.exit(claims.every(({ ok }) => ok) && !signal.aborted ? 0 : 1);
  } catch (error) {
    console.error(error instanceof Error ? error.stack : error);
    process.exit(1);
  }
};
