import { readBackendChoice } from '@porchlight/tools/src/launcher/backend-choice';
import type { Ports } from '@porchlight/tools/src/launcher/ports';
import { readJson } from '@porchlight/tools/src/launcher/private-file';
import type { RunOptions } from '../command-line';
import { createScratchFolder, locateOffsetsFile, withOwnStack } from '../own-stack';
import { describeChaos } from './chaos-report';
import { startDatabaseProxy } from './database-proxy';
import type { Entry } from './ledger';
import { runChaos } from './run-chaos';

export interface ChaosFlags {
  /** Duration from the ready stack to the report; at most 10 with the start. */
  readonly minutes: number;
  /** Kafka brokers, 1 or 3; default: 3 on the local Java. */
  readonly brokers?: number;
}

export const MAX_MINUTES = 10;
/** Time for draining queues, reading all records and stopping. */
const CLOSING_MS = 32_000;
/** Time for the rolling release. */
const RELEASE_MS = 35_000;
/** From this duration on, processes are stopped for 15 s. */
const LONG_MINUTES = 5;
const LONG = { long: true, spanMs: 15_000, warmUpMs: 20_000, calmMs: 4_000, rate: 5 } as const;
const SHORT = { long: false, spanMs: 2_000, warmUpMs: 10_000, calmMs: 300, rate: 4 } as const;

/** Starts a stack, breaks it, prints the ledger and removes the stack. */
export async function runChaosOnOwnStack(options: ChaosFlags & RunOptions): Promise<readonly Entry[]> {
  const { minutes, seed, say } = options;
  const choice = readBackendChoice();
  const { brokers = choice.kafka.kind === 'native' ? 3 : 1 } = options;
  const latest = Date.now() + MAX_MINUTES * 60_000 - CLOSING_MS;
  const folder = createScratchFolder('chaos');
  const databaseProxy =
    choice.database.kind === 'address'
      ? undefined
      : await startDatabaseProxy(() => readJson<Ports>(folder.portsFile)?.databases.people);
  const env = {
    ...(databaseProxy && { PORCHLIGHT_DATABASE_PROXIES: `people=${databaseProxy.port}` }),
    CLOCK_OFFSETS_FILE: locateOffsetsFile(folder),
    WEBHOOKS_PER_EVENT: '20',
    LOG_LEVEL: 'info',
  };
  try {
    return await withOwnStack('chaos', folder, { ...options, args: ['--brokers', String(brokers)], env }, async () => {
      say(`Seed ${seed}, ${minutes} minutes at most; a stack is up in ${folder.path}`);
      // Counted from the end of the release, so that a slow release does not shorten the scenarios.
      const until = (): number => Math.min(Date.now() + minutes * 60_000 - RELEASE_MS - CLOSING_MS, latest);
      const form = minutes >= LONG_MINUTES ? LONG : SHORT;
      const result = await runChaos({ ...options, ...form, folder, until, databaseProxy });
      say(describeChaos(result, seed));
      return result.entries;
    });
  } finally {
    await databaseProxy?.stop();
  }
}
