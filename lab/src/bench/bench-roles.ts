import { playRole, startRole } from '../role-process';
import { runAutocannon, type LoadResult, type LoadScenario } from './autocannon';
import { startBare, type BareOptions } from './bare';

/** Starts the bare handler at the first order, and stops it and the process at the second one. */
const serveBare = () => {
  let running: ReturnType<typeof startBare> | undefined;
  return (options: BareOptions): Promise<number> | void => {
    if (running) return void running.then(({ stop }) => stop()).finally(() => process.exit());
    running = startBare(options);
    return running.then(({ port }) => port);
  };
};

/** Runs this program as a child of the bench, if its arguments say so. */
export const playBenchRole = (): boolean => playRole({ autocannon: runAutocannon, bare: serveBare() });

/** Sends a scenario with autocannon from its own process. */
export async function sendByAutocannon(scenario: LoadScenario, signal: AbortSignal): Promise<LoadResult> {
  const child = startRole(process.argv[1]!, 'autocannon');
  try {
    return await child.ask<LoadResult>(scenario, { timeoutMs: (scenario.seconds + 30) * 1_000, signal });
  } finally {
    await child.stop();
  }
}

/** Starts the bare handler in its own process. `stop` drops its database, and kills the process after 5 s. */
export async function startBareProcess(
  options: BareOptions,
  signal: AbortSignal,
): Promise<{ readonly origin: string; stop(): Promise<void> }> {
  const child = startRole(process.argv[1]!, 'bare');
  try {
    const port = await child.ask<number>(options, { timeoutMs: 60_000, signal });
    return {
      origin: `https://localhost:${port}`,
      stop() {
        child.send({});
        return child.stop(5_000);
      },
    };
  } catch (error) {
    await child.stop();
    throw error;
  }
}
