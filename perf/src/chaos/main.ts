import { writeFileSync } from 'node:fs';
import { Command, InvalidArgumentError } from 'commander';
import { readBackendChoice } from '@porchlight/tools/src/launcher/backend-choice';
import { projectRoot } from '@porchlight/tools/src/launcher/project-root';
import { parseBrokers } from '@porchlight/tools/src/launcher/start-options';
import { serveQueue } from './receivers';
import { runChaosOnOwnStack } from './run-own-stack';

const MAX_MINUTES = 10;

async function main(): Promise<number> {
  const [role, certFile, keyFile] = process.argv.slice(2);
  if (role === 'receive' && certFile && keyFile) {
    serveQueue({ certFile, keyFile });
    return new Promise(() => undefined);
  }
  const program = new Command('npm run chaos')
    .description(
      'Starts a stack and disturbs it in random order while leads arrive, then compares acknowledged leads with notifications.',
    )
    .option('--minutes <n>', `duration after the start of the stack, 2 to ${MAX_MINUTES}`, readMinutes, MAX_MINUTES)
    .option('--seed <n>', 'seed of the order of faults (default: random, printed)', readSeed)
    .option('--brokers <n>', 'Kafka brokers: 1 or 3 (default: 3 where Kafka runs on the local Java)', parseBrokers)
    .option('--json <file>', 'also writes the claims as JSON')
    .parse();
  const {
    minutes,
    seed = Math.floor(Math.random() * 1_000_000),
    brokers = readBackendChoice().kafka.kind === 'native' ? 3 : 1,
    json,
  } = program.opts<{ minutes: number; seed?: number; brokers?: number; json?: string }>();
  const stopped = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopped.abort());
  process.once('disconnect', () => stopped.abort());
  const { entries } = await runChaosOnOwnStack({
    root: projectRoot(),
    node: process.execPath,
    minutes,
    seed,
    brokers,
    signal: stopped.signal,
    say: (line) => console.log(line),
  });
  if (json !== undefined) writeFileSync(json, JSON.stringify(entries));
  return entries.every(({ ok }) => ok) && !stopped.signal.aborted ? 0 : 1;
}

function readMinutes(text: string): number {
  const minutes = Number(text);
  if (!(minutes >= 2 && minutes <= MAX_MINUTES)) throw new InvalidArgumentError(`Give 2 to ${MAX_MINUTES}.`);
  return minutes;
}

function readSeed(text: string): number {
  const seed = Number(text);
  if (!Number.isInteger(seed) || seed < 0 || seed > 0xffff_ffff)
    throw new InvalidArgumentError('A seed is a whole number from 0 to 4294967295.');
  return seed;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.stack : error);
    process.exit(1);
  },
);
