import { playRole, startRole } from '../role-process';
import { runAutocannon, type LoadResult, type LoadScenario } from './autocannon';
import { startBare, type BareOptions } from './bare';
import { startParseServer, type ParseServerAddress, type ParseServerOptions } from './parse-server';

/** Time to start and to create the first records. */
const START_MS = 120_000;

/** Starts a server at the first order, and stops it and the process at the second one. */
const serve = <Options, Address>(start: (options: Options) => Promise<Running<Address>>) => {
  let running: Promise<Running<Address>> | undefined;
  return (options: Options): Promise<Address> | void => {
    if (running) return void running.then(({ stop }) => stop()).finally(() => process.exit());
    running = start(options);
    return running.then(({ address }) => address);
  };
};

interface Running<Address> {
  readonly address: Address;
  stop(): Promise<void>;
}

/** Runs this program as a child of the bench, if its arguments say so. */
export const playBenchRole = (): boolean =>
  playRole({ autocannon: runAutocannon, bare: serve(startBare), parseServer: serve(startParseServer) });

/** Sends a scenario with autocannon from its own process. */
export async function sendByAutocannon(scenario: LoadScenario, signal: AbortSignal): Promise<LoadResult> {
  const child = startRole(process.argv[1]!, 'autocannon');
  try {
    return await child.ask<LoadResult>(scenario, { timeoutMs: (scenario.seconds + 30) * 1_000, signal });
  } finally {
    await child.stop();
  }
}

/** A server in a process of its own. */
export interface ServerProcess<Address> {
  readonly pid: number;
  readonly address: Address;
  /** Drops the database of the server. After 5 s the process is killed. */
  stop(): Promise<void>;
}

/** Starts the bare handler in its own process. */
export const startBareProcess = (
  options: BareOptions,
  signal: AbortSignal,
): Promise<ServerProcess<{ readonly origin: string }>> => startServer('bare', options, signal);

/** Starts Parse Server in its own process. */
export const startParseServerProcess = (
  options: ParseServerOptions,
  signal: AbortSignal,
): Promise<ServerProcess<ParseServerAddress>> => startServer('parseServer', options, signal);

async function startServer<Address>(
  role: string,
  options: object,
  signal: AbortSignal,
): Promise<ServerProcess<Address>> {
  const child = startRole(process.argv[1]!, role);
  try {
    const address = await child.ask<Address>(options, { timeoutMs: START_MS, signal });
    return {
      pid: child.pid,
      address,
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
