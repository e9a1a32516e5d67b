import type { Command } from 'commander';
import { printResult } from './print';
import { readId } from './read-number';
import type { OperatorClient } from './operator-client';
import { withOperator } from './target';

/** The kinds of copies of each service that has some; a test compares them with `copyDefinitions` of the services. */
export const KINDS = {
  people: ['users', 'groups', 'plans'],
  deals: ['people', 'users'],
  marketing: ['people', 'users', 'inquiries'],
  notifier: ['users'],
} as const;
/** Names of kinds in sentences; the others are their own names. */
const NAMES: Readonly<Record<string, string>> = { inquiries: 'property inquiries', plans: 'action plans' };
/** `a, b and c`. */
const LIST = new Intl.ListFormat('en-GB');
type CopyingService = keyof typeof KINDS;
/** Number of copies read and deleted, by kind. */
type Rebuilt = Readonly<Record<string, number>>;
/** Timeout of a call, ms; longer than the time after which a call returns the position to continue from. */
const CALL_TIMEOUT_MS = 60_000;

/** Adds `rebuild <service>`, which reads the service's copies of records of other services again. */
export function addRebuildCommand(program: Command): void {
  const rebuild = program
    .command('rebuild')
    .description('rebuild the copies that a service stores of records of other services');
  for (const service of Object.keys(KINDS) as CopyingService[])
    rebuild
      .command(service)
      .description(
        `copies of ${LIST.format(KINDS[service].map(nameKind))} in the ${service} service, while it serves (--address: the ${service} service)`,
      )
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

const nameKind = (kind: string): string => NAMES[kind] ?? kind;

/** Formats a sentence with the number of copies that were read and deleted. */
function describeRebuilt({ dropped = 0, ...kinds }: Rebuilt): string {
  const counts = Object.entries(kinds).map(([kind, count]) => `${count} ${nameKind(kind)}`);
  return `${LIST.format(counts) || 'nothing'} fetched, ${dropped} copies dropped.`;
}
