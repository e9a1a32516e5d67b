import type { RunOptions } from '../command-line';
import { createScratchFolder, withOwnStack } from '../own-stack';
import { describeAbuse } from './abuse-report';
import type { Claim } from './abuse-result';
import { checkClaims } from './claims';
import { runAbuse } from './run-abuse';
import { shortAttacks } from './attack-table';
import { startMailSink } from './mail-sink';

export interface AbuseFlags {
  readonly minutes: number;
  /** Comma-separated texts in names of attacks. */
  readonly only?: string;
  readonly short?: true;
}

export const SHORT_SECONDS = 20;
/** An operator may allow an account more webhooks than the default; 1,000 dead ones must not delay others. */
const ENVIRONMENT = { WEBHOOKS_PER_EVENT: '100', LIMIT_WEBHOOKS_PER_ACCOUNT: '2000' };
/** From so many seconds on, everything is prepared in full. */
const LONG_SECONDS = 60;
const LONG = { quietMs: 15_000, scale: 1 } as const;
const SHORT = { quietMs: 5_000, scale: 0.1 } as const;

/** Starts a stack, attacks it, prints the tables and removes it. */
export const runAbuseOnOwnStack = async (options: AbuseFlags & RunOptions): Promise<readonly Claim[]> => {
  const { minutes, only, short, seed, say } = options;
  const seconds = short ? SHORT_SECONDS : minutes * 60;
  const folder = createScratchFolder('abuse');
  const sink = await startMailSink();
  const env = { ...ENVIRONMENT, ...sink.env };
  const claims = withOwnStack('abuse', folder, { ...options, env }, async () => {
    say(`Seed ${seed}, ${seconds} s of attacks; a stack is up in ${folder.path}`);
    const result = await runAbuse({
      ...options,
      ...(seconds >= LONG_SECONDS ? LONG : SHORT),
      folder,
      sink,
      only: only?.split(',') ?? (short ? shortAttacks() : []),
      attackMs: seconds * 1_000,
    });
    const checked = checkClaims(result);
    say(describeAbuse(result, checked, seed));
    return checked;
  });
  try {
    return await claims;
  } finally {
    await sink.stop();
  }
};
