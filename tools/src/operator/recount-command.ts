import type { Command } from 'commander';
import type { Drift } from '@porchlight/contracts';
import { openOperatorClient } from './operator-client';
import { readId } from './read-id';
import { findTarget, type TargetOptions } from './target';

/** A call counts for 30 s; the remaining time is for the stored counts of large accounts. */
const CALL_TIMEOUT_MS = 120_000;

/** Adds `recount`, which counts the people of an account and their records again, and corrects the stored counts. */
export function addRecountCommand(program: Command): void {
  program
    .command('recount')
    .description(
      'count an account anew (totals, activity of people), repair what is wrong and print it (--address: the people service)',
    )
    .requiredOption('--account <id>', 'account', readId)
    .action(async ({ account: accountId }: { account: number }, command: Command) => {
      const target = command.optsWithGlobals<TargetOptions>();
      const { address, signingKeyFile, service } = findTarget(target, 'people');
      const { maintenance, as, close } = openOperatorClient(address, signingKeyFile, service);
      const drift: Drift[] = [];
      let repaired = 0;
      try {
        let afterPersonId = 0;
        do {
          const answer = await maintenance.recount({ accountId, afterPersonId }, { ...as, timeoutMs: CALL_TIMEOUT_MS });
          drift.push(...answer.drift);
          repaired += answer.repaired;
          afterPersonId = answer.nextPersonId;
        } while (afterPersonId > 0);
      } finally {
        await close();
      }
      console.log(target.json ? JSON.stringify({ repaired, drift }, null, 2) : describe(repaired, drift));
    });
}

/** Formats one line for each count that was wrong. */
export function describe(repaired: number, drift: readonly Drift[]): string {
  const lines = drift.map(({ resource, personId, field, kept, counted }) => {
    const whose = personId === 0 ? resource : `${resource} ${personId}`;
    return `${whose} ${field}: ${kept || 'never'} -> ${counted || 'never'}`;
  });
  return [...lines, repaired === 0 ? 'Everything was right.' : `${repaired} repaired.`].join('\n');
}
