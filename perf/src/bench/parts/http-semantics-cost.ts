import { fork } from 'node:child_process';
import { join } from 'node:path';
import { build } from 'esbuild';
import { projectRoot } from '@porchlight/tools/src/launcher/project-root';
import { childReply } from '../child-reply';
import { readCpu } from '../processes';
import { compareThroughput, type Subject, type ThroughputOptions } from '../throughput';

/** CPU time that HTTP semantics cost per request, µs. */
export interface HttpSemanticsCostRow {
  readonly name: string;
  /**
   * Cost of limits, entity tags, negotiation and idempotency keys: the difference with and without them in the gateway.
   */
  readonly httpSemantics: number;
  /** The same request over all processes. */
  readonly whole: number;
}

interface Measured {
  readonly name: string;
  readonly withMicros: number;
  readonly withoutMicros: number;
}

const SOURCE = 'services/gateway/test/http-semantics-cost.ts';
const MAX_MS = 120_000;

/** Runs the gateway's routes with and without HTTP semantics, in turn, in their own process. */
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
  /** The same requests in the same order, against the running service. */
  readonly subjects: readonly Subject[];
}

/** Compares the cost in the gateway with the cost of the whole request, in one run. */
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
