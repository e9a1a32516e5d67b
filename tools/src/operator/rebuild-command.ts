import type { Command } from 'commander';
import { printResult } from './print';
import { COPYING_SERVICES, rebuildCopies, type Rebuilt } from './rebuild-copies';
import { readId } from './read-number';
import { withOperator } from './target';

const WHAT = { deals: 'people and users', marketing: 'people, users and property inquiries' } as const;

/** Adds `rebuild deals` and `rebuild marketing`, which read the service's copies of records of other services again. */
export function addRebuildCommand(program: Command): void {
  const rebuild = program
    .command('rebuild')
    .description('rebuild the copies that a service stores of records of other services');
  for (const service of COPYING_SERVICES)
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

/** Formats a sentence with the number of copies that were read and deleted. */
function describeRebuilt({ people = 0, users = 0, inquiries, dropped = 0 }: Rebuilt): string {
  const kinds = [
    `${people} people`,
    `${users} users`,
    ...(inquiries === undefined ? [] : [`${inquiries} property inquiries`]),
  ];
  return `${kinds.slice(0, -1).join(', ')} and ${kinds.at(-1)} fetched, ${dropped} copies dropped.`;
}
