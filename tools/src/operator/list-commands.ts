import type { Command } from 'commander';
import { addApiOptions, withApi, type ApiOptions } from './api-target';
import { printRecord, printRecords } from './print';
import { readId } from './read-number';

/**
 * Adds the commands that only read: `account show`, `user list`, `key list`, `system list`. They use the API as a user.
 */
export function addListCommands(program: Command): void {
  const group = (name: string): Command => program.commands.find((one) => one.name() === name)!;
  addApiOptions(group('account').command('show').description('show the account and the user of the API key')).action(
    async (_flags: object, command: Command) => {
      const options = command.optsWithGlobals<ApiOptions>();
      const { account, user } = await withApi(options, (porchlight) => porchlight.users.identity());
      printRecord(
        options.json
          ? { account, user }
          : {
              account: `${account.id} ${account.name}`,
              domain: account.domain,
              user: `${user.id} ${user.name}`,
              email: user.email,
              role: user.role,
            },
        options.json,
      );
    },
  );
  addApiOptions(group('user').command('list').description('list the users of the account')).action(
    async (_flags: object, command: Command) => {
      const options = command.optsWithGlobals<ApiOptions>();
      printRecords(
        await withApi(options, (porchlight) => all(porchlight.users.list())),
        ['id', 'name', 'email', 'role', 'status'],
        options.json,
      );
    },
  );
  addApiOptions(
    group('key')
      .command('list')
      .description('list API keys; the keys themselves are not stored')
      .requiredOption('--user <id>', 'user', readId),
  ).action(async (flags: { user: number }, command: Command) => {
    const options = command.optsWithGlobals<ApiOptions>();
    printRecords(
      await withApi(options, (porchlight) => all(porchlight.apiKeys.list(flags.user))),
      ['id', 'label', 'prefix', 'created', 'lastUsed'],
      options.json,
    );
  });
  addApiOptions(group('system').command('list').description('list the registered systems of the account')).action(
    async (_flags: object, command: Command) => {
      const options = command.optsWithGlobals<ApiOptions>();
      printRecords(
        await withApi(options, (porchlight) => all(porchlight.systems.list())),
        ['name', 'created'],
        options.json,
      );
    },
  );
}

/** Maximum number of records that are printed. */
const MOST = 10_000;

/** Reads all records of a list, up to 10,000. */
export async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const records: T[] = [];
  for await (const record of list) if (records.push(record) >= MOST) break;
  return records;
}
