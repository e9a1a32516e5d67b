import { playRole, startRole } from '../role-process';
import { runAutocannon, type LoadResult, type LoadScenario } from './autocannon';
import { startBare } from './bare';
import { startQueueBaseline } from './deliveries/queue-baseline';

/** Starts a server at the first order, and stops it and the process at the second one. */
const serving = <T extends { stop(): Promise<void> }>(start: (options: any) => Promise<T>) => {
  let running: Promise<T> | undefined;
  return (options: object): Promise<Omit<T, 'stop'>> | void => {
    if (running) return void running.then((server) => server.stop()).finally(() => process.exit());
    running = start(options);
    return running.then(({ stop: _stop, ...ready }) => ready);
  };
};

/** Runs this program as a child of the bench, if its arguments say so. */
export const playBenchRole = (): boolean =>
  playRole({ autocannon: runAutocannon, bare: serving(startBare), queue: serving(startQueueBaseline) });

/** Sends a scenario with autocannon from its own process. */
export async function sendByAutocannon(scenario: LoadScenario, signal: AbortSignal): Promise<LoadResult> {
  const child = startRole(process.argv[1]!, 'autocannon');
  try {
    return await child.ask<LoadResult>(scenario, { timeoutMs: (scenario.seconds + 30) * 1_000, signal });
  } finally {
    await child.stop();
  }
}

/** Starts a baseline in its own process. `stop` ends it in order and kills it after 5 s. */
export async function startBaseline<T>(
  role: 'bare' | 'queue',
  options: object,
  signal: AbortSignal,
): Promise<T & { stop(): Promise<void> }> {
  const child = startRole(process.argv[1]!, role);
  try {
    const ready = await child.ask<T>(options, { timeoutMs: 60_000, signal });
    return {
      ...ready,
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
