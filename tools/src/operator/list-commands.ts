import type { Porchlight } from '@porchlight/sdk';
import type { Command } from 'commander';
import { addApiOptions, withApi, type ApiOptions } from './api-target';
import { printRecord, printRecords } from './print';
import { readId } from './read-number';

/**
 * Adds the commands that only read: `account show`, `user list`, `key list`, `system list`. They use the API as a user.
 */
export function addListCommands(program: Command): void {
  const add = (group: string, name: string, about: string): Command =>
    addApiOptions(
      program.commands
        .find((one) => one.name() === group)!
        .command(name)
        .description(about),
    );
  add('account', 'show', 'show the account and the user of the API key').action(
    async (_flags: object, command: Command) => {
      const options = command.optsWithGlobals<ApiOptions>();
      const { account, user } = await withApi(options, (porchlight) => porchlight.users.identity());
      printRecord(
        options.output
          ? { account, user }
          : {
              account: `${account.id} ${account.name}`,
              domain: account.domain,
              user: `${user.id} ${user.name}`,
              email: user.email,
              role: user.role,
            },
        options.output,
      );
    },
  );
  const addList = (
    group: string,
    about: string,
    columns: readonly string[],
    list: (porchlight: Porchlight, flags: { user: number }) => AsyncIterable<object>,
  ): Command =>
    add(group, 'list', about).action(async (flags: { user: number }, command: Command) => {
      const options = command.optsWithGlobals<ApiOptions>();
      const records = await withApi(options, (porchlight) => all(list(porchlight, flags)));
      printRecords(records, columns, options.output);
    });
  addList('user', 'list the users of the account', ['id', 'name', 'email', 'role', 'status'], ({ users }) =>
    users.list(),
  );
  addList(
    'key',
    'list API keys; the keys themselves are not stored',
    ['id', 'label', 'prefix', 'created', 'lastUsed'],
    ({ apiKeys }, { user }) => apiKeys.list(user),
  ).requiredOption('--user <id>', 'user', readId);
  addList('system', 'list the registered systems of the account', ['name', 'created'], ({ systems }) => systems.list());
}

/** Maximum number of records that are printed. */
const MOST = 10_000;

/** Reads all records of a list, up to 10,000. */
export async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const records: T[] = [];
  for await (const record of list) if (records.push(record) >= MOST) break;
  return records;
}
