import { InvalidArgumentError, type Command } from 'commander';
import { openOperatorClient } from './operator-client';
import { findTarget, type TargetOptions } from './target';

/** Above the time that one call takes before it says where to go on. */
const CALL_TIMEOUT_MS = 60_000;

/** Adds `rebuild deals`: fetches the copies that the deals service keeps of an account's people and users anew. */
export function addRebuildCommand(program: Command): void {
  program
    .command('rebuild')
    .description('fetch copies that a service keeps of others’ records anew')
    .command('deals')
    .description('copies of people and users in the deals service, while it serves (--address: the deals service)')
    .requiredOption('--account <id>', 'account', readId)
    .action(async ({ account: accountId }: { account: number }, command: Command) => {
      const target = command.optsWithGlobals<TargetOptions>();
      const { address, signingKeyFile } = findTarget(target, 'deals');
      const { dealsMaintenance, as, close } = openOperatorClient(address, signingKeyFile);
      const totals = { people: 0, users: 0, dropped: 0 };
      try {
        let afterPersonId = 0;
        do {
          const done = await dealsMaintenance.rebuildDealCopies({ accountId, afterPersonId }, { ...as, timeoutMs: CALL_TIMEOUT_MS });
          totals.people += done.people;
          totals.users += done.users;
          totals.dropped += done.dropped;
          afterPersonId = done.nextPersonId;
        } while (afterPersonId > 0);
      } finally {
        await close();
      }
      const sentence = `${totals.people} people and ${totals.users} users fetched, ${totals.dropped} copies dropped.`;
      console.log(target.json ? JSON.stringify(totals, null, 2) : sentence);
    });
}

function readId(text: string): number {
  const id = Number(text);
  if (!Number.isInteger(id) || id < 1) throw new InvalidArgumentError('An id is a whole number from 1.');
  return id;
}
