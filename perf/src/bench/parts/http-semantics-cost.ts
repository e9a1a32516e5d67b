import { fork } from 'node:child_process';
import { join } from 'node:path';
import { build } from 'esbuild';
import { projectRoot } from '@porchlight/tools/src/launcher/project-root';
import { childReply } from '../child-reply';
import { readCpu } from '../processes';
import { compareThroughput, type Subject, type ThroughputOptions } from '../throughput';

/** What all httpSemantics together cost of a request, µs of CPU. */
export interface HttpSemanticsCostRow {
  readonly name: string;
  /** Limits, entity tags, negotiation and reading an idempotency key: with them less without them, at the gateway. */
  readonly httpSemantics: number;
  /** The same request in all processes of the service. */
  readonly whole: number;
}

interface Measured {
  readonly name: string;
  readonly withMicros: number;
  readonly withoutMicros: number;
}

const SOURCE = 'services/gateway/test/manners-cost.ts';
const MAX_MS = 120_000;

/** The gateway's routes with and without httpSemantics, in turn, in a process of their own. */
const measureGateway = async (signal: AbortSignal): Promise<Measured[]> => {
  const root = projectRoot();
  const outfile = join(root, 'dist', 'bench', 'http-semantics-cost.js');
  await build({
    absWorkingDir: root,
    entryPoints: [SOURCE],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    logLevel: 'error',
  });
  const child = fork(outfile, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  try {
    return await childReply<Measured[]>(child, MAX_MS, signal);
  } finally {
    child.kill('SIGKILL');
  }
};

export interface HttpSemanticsCostOptions extends Omit<ThroughputOptions, 'readCpu'> {
  readonly pids: () => Readonly<Record<string, number>>;
  readonly signal: AbortSignal;
  /** The same requests as the gateway's part sends, against the running service, in its order. */
  readonly subjects: readonly Subject[];
}

/** The cost at the gateway beside what the whole request takes of the running service, in one run. */
export const measureHttpSemanticsCost = async ({
  pids,
  signal,
  subjects,
  ...options
}: HttpSemanticsCostOptions): Promise<HttpSemanticsCostRow[]> => {
  options.say('http-semantics: the gateway with and without them');
  const gateway = await measureGateway(signal);
  const rows = await compareThroughput(subjects, { ...options, readCpu: () => readCpu(pids()) });
  return gateway.map(({ name, withMicros, withoutMicros }, at) => ({
    name,
    httpSemantics: withMicros - withoutMicros,
    whole: Object.values(rows[at]!.cpuMicros ?? {}).reduce((sum, one) => sum + one, 0),
  }));
};
