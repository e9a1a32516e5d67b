import { writeFileSync } from 'node:fs';
import { Command, InvalidArgumentError } from 'commander';
import { projectRoot } from '@porchlight/tools/src/launcher/project-root';
import { shortAttacks } from './attack-table';
import { serveAttacks } from './attack-process';
import { runAbuseOnOwnStack } from './run-own-stack';

const DEFAULT_MINUTES = 2;
const SHORT_SECONDS = 20;

async function main(): Promise<number> {
  if (process.argv[2] === 'attack') {
    serveAttacks();
    return new Promise(() => undefined);
  }
  const program = new Command('npm run abuse')
    .description(
      'Starts a stack and attacks it with 50 clients while a neighbor account is measured. Exit code 1 if a claim fails.',
    )
    .option('--minutes <n>', 'duration of all attacks in minutes', readMinutes, DEFAULT_MINUTES)
    .option('--seed <n>', 'seed of the request mutations (default: random, printed)', readSeed)
    .option('--only <names>', 'only attacks whose name contains one of these comma-separated texts')
    .option('--short', `the short form: ${SHORT_SECONDS} s of selected attacks`)
    .option('--json <file>', 'also writes the claims as JSON')
    .parse();
  const {
    minutes,
    seed = Math.floor(Math.random() * 1_000_000),
    only,
    short,
    json,
  } = program.opts<{ minutes: number; seed?: number; only?: string; short?: true; json?: string }>();
  const stopped = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopped.abort());
  process.once('disconnect', () => stopped.abort());
  const claims = await runAbuseOnOwnStack({
    root: projectRoot(),
    node: process.execPath,
    seconds: short ? SHORT_SECONDS : minutes * 60,
    seed,
    only: only?.split(',') ?? (short ? shortAttacks() : []),
    signal: stopped.signal,
    say: (line) => console.log(line),
  });
  if (json !== undefined) writeFileSync(json, JSON.stringify(claims));
  return claims.every(({ ok }) => ok) && !stopped.signal.aborted ? 0 : 1;
}

function readMinutes(text: string): number {
  const minutes = Number(text);
  if (!(minutes > 0 && minutes <= 60)) throw new InvalidArgumentError('Give a number above 0 and at most 60.');
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
