import type { Command } from 'commander';
import { printResult } from './print';
import { readId } from './read-number';
import type { OperatorClient } from './operator-client';
import { withOperator } from './target';

/** The services with copies; a test compares them with the declarations. */
export const COPYING_SERVICES = ['people', 'deals', 'marketing', 'notifier'] as const;
/** `a, b and c`. */
const LIST = new Intl.ListFormat('en-GB');
/** Number of copies read and deleted, by kind. */
type Rebuilt = Readonly<Record<string, number>>;
/** Timeout of a call, ms; longer than the time after which a call returns the position to continue from. */
const CALL_TIMEOUT_MS = 60_000;

/** Adds `rebuild <service>`, which reads the service's copies of records of other services again. */
export function addRebuildCommand(program: Command): void {
  const rebuild = program
    .command('rebuild')
    .description('rebuild the copies that a service stores of records of other services');
  for (const service of COPYING_SERVICES)
    rebuild
      .command(service)
      .description(`copies in the ${service} service, while it serves (--address: the ${service} service)`)
      .requiredOption('--account <id>', 'account', readId)
      .action(({ account: accountId }: { account: number }, command: Command) =>
        withOperator(command, service, async (client, output) =>
          printResult(await rebuildCopies(client, accountId), output, describeRebuilt),
        ),
      );
}

/** Reads the copies of an account's records in a service again, by as many calls as necessary. */
async function rebuildCopies(client: OperatorClient, accountId: number): Promise<Rebuilt> {
  const options = { ...client.as, timeoutMs: CALL_TIMEOUT_MS };
  const totals: Record<string, number> = {};
  const add = (kind: string, count: number): void => void (totals[kind] = (totals[kind] ?? 0) + count);
  let after = '';
  do {
    const { kinds, dropped, next } = await client.copies.rebuildCopies({ accountId, after }, options);
    for (const { kind, fetched } of kinds) add(kind, fetched);
    add('dropped', dropped);
    after = next;
  } while (after !== '');
  return totals;
}

/** Formats a sentence with the number of copies that were read and deleted. */
function describeRebuilt({ dropped = 0, ...kinds }: Rebuilt): string {
  const counts = Object.entries(kinds).map(([kind, count]) => `${count} ${kind}`);
  return `${LIST.format(counts) || 'nothing'} fetched, ${dropped} copies dropped.`;
}
