import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { PersonServiceDefinition, type BackendName } from '@porchlight/contracts';
import { createRpcClient, type Channel } from '@porchlight/rpc';
import type { Command } from 'commander';
import { exportable, exportResource } from './export-account';
import { openOperatorChannel } from './operator-client';
import { printRecord } from './print';
import { readId } from './read-number';
import { findTarget, type TargetOptions } from './target';

const CALL_TIMEOUT_MS = 60_000;

/** Adds `account export` and `person erase` (privacy requests). */
export function addPersonalDataCommands(program: Command): void {
  const account = program.commands.find((command) => command.name() === 'account') ?? program.command('account');
  account
    .command('export <id>')
    .description('write all records of an account in all services as JSON lines: {resource, record}')
    .requiredOption('--to <file>', 'the file; it must not be there yet')
    .action(async (id: string, { to }: { to: string }, command: Command) => {
      const target = command.optsWithGlobals<TargetOptions>();
      printRecord(await exportAccount(target, readId(id), to), target.output);
    });
  program
    .command('person')
    .description('people')
    .command('erase')
    .description('delete a person and their data in every service')
    .requiredOption('--account <id>', 'account', readId)
    .requiredOption('--person <id>', 'person', readId)
    .action(async ({ account: accountId, person: id }: { account: number; person: number }, command: Command) => {
      const channel = openChannel(command.optsWithGlobals<TargetOptions>(), 'people');
      try {
        // Calls of a user require a user id; the owner of an account has id 1.
        const actor = { accountId, userId: 1, role: 'Owner', userName: 'operator' } as const;
        await createRpcClient(PersonServiceDefinition, channel).erasePerson(
          { id },
          { actor, timeoutMs: CALL_TIMEOUT_MS },
        );
      } finally {
        await channel.close();
      }
      console.log(`Person ${id} is erased.`);
    });
}

/** Number of records written, by resource. */
async function exportAccount(target: TargetOptions, accountId: number, path: string): Promise<Record<string, number>> {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  await once(file, 'open');
  const counts: Record<string, number> = {};
  const channels = new Map<string, Channel>();
  try {
    for (const descriptor of exportable()) {
      const service = descriptor.service as BackendName;
      const channel = channels.get(service) ?? openChannel(target, service);
      channels.set(service, channel);
      counts[descriptor.resource] = 0;
      for await (const line of exportResource(descriptor, channel, accountId)) {
        counts[descriptor.resource]! += 1;
        if (!file.write(`${JSON.stringify(line)}\n`)) await once(file, 'drain');
      }
    }
  } finally {
    file.end();
    await finished(file);
    for (const channel of channels.values()) await channel.close();
  }
  return counts;
}

function openChannel(target: TargetOptions, service: BackendName): Channel {
  // The option --address names one service; an export reads several.
  const { address: _address, ...rest } = target;
  return openOperatorChannel(findTarget(rest, service));
}
