import type { Command } from 'commander';
import type { Drift } from '@porchlight/contracts';
import { printResult } from './print';
import { readId } from './read-number';
import { withOperator } from './target';

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
    .action(({ account: accountId }: { account: number }, command: Command) =>
      withOperator(command, 'people', async ({ maintenance, as }, output) => {
        const drift: Drift[] = [];
        let repaired = 0;
        let afterPersonId = 0;
        do {
          const part = await maintenance.recount({ accountId, afterPersonId }, { ...as, timeoutMs: CALL_TIMEOUT_MS });
          drift.push(...part.drift);
          repaired += part.repaired;
          afterPersonId = part.nextPersonId;
        } while (afterPersonId > 0);
        printResult({ repaired, drift }, output, () => describe(repaired, drift));
      }),
    );
}

/** Formats one line for each count that was wrong. */
export function describe(repaired: number, drift: readonly Drift[]): string {
  const lines = drift.map(({ resource, personId, field, kept, counted }) => {
    const subject = personId === 0 ? resource : `${resource} ${personId}`;
    return `${subject} ${field}: ${kept || 'never'} -> ${counted || 'never'}`;
  });
  return [...lines, repaired === 0 ? 'Everything was right.' : `${repaired} repaired.`].join('\n');
}
