import type { Command } from 'commander';
import { printResult } from './print';
import { readId } from './read-number';
import type { OperatorClient } from './operator-client';
import { withOperator } from './target';

/** Services that store copies of records of other services. */
const WHAT = { deals: 'people and users', marketing: 'people, users and property inquiries' } as const;
type CopyingService = keyof typeof WHAT;
/** Number of copies read and deleted, by kind. */
type Rebuilt = Readonly<Record<string, number>>;
/** Timeout of a call, ms; longer than the time after which a call returns the position to continue from. */
const CALL_TIMEOUT_MS = 60_000;

/** Adds `rebuild deals` and `rebuild marketing`, which read the service's copies of records of other services again. */
export function addRebuildCommand(program: Command): void {
  const rebuild = program
    .command('rebuild')
    .description('rebuild the copies that a service stores of records of other services');
  for (const service of Object.keys(WHAT) as CopyingService[])
    rebuild
      .command(service)
      .description(
        `copies of ${WHAT[service]} in the ${service} service, while it serves (--address: the ${service} service)`,
      )
      .requiredOption('--account <id>', 'account', readId)
      .action(({ account: accountId }: { account: number }, command: Command) =>
        withOperator(command, service, async (client, json) =>
          printResult(await rebuildCopies(client, service, accountId), json, describeRebuilt),
        ),
      );
}

/** Reads the copies of an account's records in a service again, by as many calls as necessary. */
async function rebuildCopies(client: OperatorClient, service: CopyingService, accountId: number): Promise<Rebuilt> {
  const options = { ...client.as, timeoutMs: CALL_TIMEOUT_MS };
  const totals: Record<string, number> = {};
  let place = { afterPersonId: 0, afterEventId: 0 };
  do {
    const { nextPersonId, nextEventId, ...done } =
      service === 'deals'
        ? { ...(await client.dealsMaintenance.rebuildDealCopies({ accountId, ...place }, options)), nextEventId: 0 }
        : await client.marketingMaintenance.rebuildMarketingCopies({ accountId, ...place }, options);
    for (const [kind, count] of Object.entries(done)) totals[kind] = (totals[kind] ?? 0) + count;
    place = { afterPersonId: nextPersonId, afterEventId: nextEventId };
  } while (place.afterPersonId > 0 || place.afterEventId > 0);
  return totals;
}

/** Formats a sentence with the number of copies that were read and deleted. */
function describeRebuilt({ people = 0, users = 0, inquiries, dropped = 0 }: Rebuilt): string {
  const kinds = [
    `${people} people`,
    `${users} users`,
    ...(inquiries === undefined ? [] : [`${inquiries} property inquiries`]),
  ];
  return `${kinds.slice(0, -1).join(', ')} and ${kinds.at(-1)} fetched, ${dropped} copies dropped.`;
}
