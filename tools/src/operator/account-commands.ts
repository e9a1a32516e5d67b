import { InvalidArgumentError, Option, type Command } from 'commander';
import { SCOPES } from '@porchlight/access';
import { User, type AccountSummary } from '@porchlight/contracts';
import { DAY_MS } from '@porchlight/limits';
import { newPassword } from './new-password';
import type { OperatorClient } from './operator-client';
import { printRecord, printRecords } from './print';
import { readId } from './read-number';
import { withOperator } from './target';

/** Adds the commands of `account`, `user`, `key` and `system`. */
export function addAccountCommands(program: Command): void {
  addAccounts(program);
  addUsers(program);
  addKeys(program);
  addSystems(program);
}

function addAccounts(program: Command): void {
  const account = program.command('account').description('accounts');
  account
    .command('create')
    .description('create an account with its owner')
    .requiredOption('--name <name>', 'name of the account')
    .option('--domain <domain>', 'its web domain', '')
    .requiredOption('--first-name <name>', 'first name of the owner')
    .requiredOption('--last-name <name>', 'last name of the owner')
    .requiredOption('--email <email>', 'email of the owner')
    .option('--password <password>', 'password of the owner (default: a random one, printed once)')
    .action(
      act(async ({ accounts, as }, flags) => {
        const password = flags.password ?? newPassword();
        const { name, domain, firstName, lastName, email } = flags;
        const createdAccount = await accounts.createAccount({ name, domain, firstName, lastName, email, password }, as);
        return { ...createdAccount, ...(flags.password ? {} : { password }) };
      }),
    );
  account
    .command('list')
    .description('list the accounts of the installation')
    .action((_flags: Flags, command: Command) =>
      withOperator(command, 'auth', async (client, output) =>
        printRecords(await listAccounts(client), ['id', 'name', 'domain', 'status', 'created'], output),
      ),
    );
  account
    .command('invite')
    .description(
      'print a link by which the owner of a new account chooses a password, valid for 7 days; also with SIGN_UP=invite',
    )
    .requiredOption('--name <name>', 'name of the account')
    .requiredOption('--first-name <name>', 'first name of the owner')
    .option('--last-name <name>', 'last name of the owner', '')
    .requiredOption('--email <email>', 'email of the owner')
    .action(
      act(({ accounts, as }, { name: accountName, firstName, lastName, email }) =>
        accounts.inviteOwner({ accountName, firstName, lastName, email }, as),
      ),
    );
  account
    .command('limits')
    .description(
      'set the limits of requests in 10 s or of mails per day of an account, the others stay; without an option, the defaults',
    )
    .requiredOption('--account <id>', 'account', readId)
    .option('--lift', 'no rate limits, for sandboxes and benchmarks', false)
    .option('--set <context=requests>', 'one rate limit, 0 for none; repeatable', readLimit, {})
    .option('--mails <kind=mails>', 'mails per day, planMails or notificationMails; repeatable', readLimit, {})
    .action(
      act(({ accounts, as }, { account: accountId, lift: lifted, set: perWindow, mails: mailsPerDay }) =>
        accounts.setRateLimits({ accountId, limits: { lifted, perWindow, mailsPerDay } }, as),
      ),
    );
  account
    .command('set')
    .description('change how requests of an account are validated and its phones are read; prints all settings')
    .requiredOption('--account <id>', 'account', readId)
    .addOption(
      new Option('--handling <mode>', 'unknown fields without a Prefer header: refused or ignored').choices([
        'strict',
        'lenient',
      ]),
    )
    .addOption(
      new Option('--unregistered-systems <mode>', 'requests of a system that is not registered').choices([
        'refuse',
        'ignore',
      ]),
    )
    .option('--country <code>', 'country (ISO 3166) whose phones are written without a country code')
    .action(
      act(({ accounts, as }, { account: accountId, handling, unregisteredSystems, country }) =>
        accounts.changeAccountSettings({ accountId, handling, unregisteredSystems, country }, as),
      ),
    );
  const changes = [
    ['disable', 'Disabled', 'refuse its credentials, end its sessions and hold its deliveries, until it is enabled'],
    ['enable', 'Active', 'enable a disabled account; its pending deliveries continue'],
  ] as const;
  for (const [name, status, description] of changes)
    account.command(`${name} <id>`).description(description).action(changeTo(status));
  account
    .command('delete <id>')
    .description('delete an account and all of its data in every service')
    .requiredOption('--yes', 'there is no way back')
    .action(changeTo('Deleted'));
}

/** Accounts that are listed at most. */
const MAX_ACCOUNTS = 10_000;

/** Reads all accounts, with as many calls as necessary. */
async function listAccounts({ accounts, as }: Pick<OperatorClient, 'accounts' | 'as'>): Promise<AccountSummary[]> {
  const summaries: AccountSummary[] = [];
  let afterId = 0;
  do {
    const { records, nextAfterId } = await accounts.listAccounts({ afterId }, as);
    summaries.push(...records);
    afterId = nextAfterId;
  } while (afterId > 0 && summaries.length < MAX_ACCOUNTS);
  return summaries;
}

/** Changes the status of an account. */
const changeTo = (status: 'Disabled' | 'Active' | 'Deleted') => (id: string, flags: Flags, command: Command) =>
  act(({ accounts, as }) => accounts.changeAccount({ accountId: readId(id), status }, as))(flags, command);

function addUsers(program: Command): void {
  const user = program.command('user').description('users of an account');
  user
    .command('create')
    .description('create a user')
    .requiredOption('--account <id>', 'account', readId)
    .requiredOption('--role <role>', 'Broker, Agent or Lender')
    .requiredOption('--first-name <name>', 'first name')
    .requiredOption('--last-name <name>', 'last name')
    .requiredOption('--email <email>', 'email')
    .option('--phone <phone>', 'phone', '')
    .option('--timezone <zone>', 'IANA time zone', '')
    .option('--password <password>', 'password (default: a random one, printed once)')
    .action(
      act(async ({ accounts, as }, flags) => {
        const password = flags.password ?? newPassword();
        const { account: accountId, role, firstName, lastName, email, phone, timezone } = flags;
        const createdUser = await accounts.addUser(
          { accountId, role, firstName, lastName, email, phone, timezone, password },
          as,
        );
        return { ...createdUser, ...(flags.password ? {} : { password }) };
      }),
    );
  for (const [name, status, description] of [
    ['disable', 'Disabled', 'refuse the keys, sessions and tokens of a user, and give the user no new leads'],
    ['enable', 'Active', 'enable a disabled user'],
  ] as const)
    user
      .command(name)
      .description(description)
      .requiredOption('--account <id>', 'account', readId)
      .requiredOption('--user <id>', 'user', readId)
      .action(setUserStatus(status));
  user
    .command('remove-second-factor')
    .description('turn off the second factor of a user who lost the authenticator app and the recovery codes')
    .requiredOption('--account <id>', 'account', readId)
    .requiredOption('--user <id>', 'user', readId)
    .action(
      act(({ accounts, as }, { account: accountId, user: userId }) =>
        accounts.removeSecondFactor({ accountId, userId }, as),
      ),
    );
}

/** Changes the status of a user of an account, as its owner does. */
const setUserStatus = (status: 'Disabled' | 'Active') =>
  act(async ({ users, asOwner }, { account, user: id }) => {
    const request = { id, record: { ...User.decode(new Uint8Array()), status }, mask: ['status'], options: {} };
    const { record } = await users.updateUser(request, asOwner(account));
    return { id: record!.id, name: record!.name, status: record!.status };
  });

function addKeys(program: Command): void {
  const key = program.command('key').description('API keys');
  key
    .command('create')
    .description('create an API key; it is printed only once')
    .requiredOption('--account <id>', 'account', readId)
    .requiredOption('--user <id>', 'user', readId)
    .option('--label <label>', 'purpose of the key', '')
    .option('--scopes <scopes>', `what it may do, separated by commas: ${SCOPES.join(', ')} (default: all)`, readScopes)
    .option('--expires <time>', 'when it ends, such as 2027-01-31 or 30d (default: never)', readExpiry)
    .action(act(createKey));
  key
    .command('disable')
    .description('disable an API key')
    .requiredOption('--account <id>', 'account', readId)
    .requiredOption('--key <id>', 'id of the key', readId)
    .action(
      act(({ accounts, as }, { account: accountId, key: keyId }) => accounts.disableApiKey({ accountId, keyId }, as)),
    );
}

/** A key without limits is made by the operator, who has no limit of keys; the others as the owner makes them. */
async function createKey(
  { accounts, apiKeys, as, asOwner }: OperatorClient,
  { account: accountId, user: userId, label, scopes, expires: expiresAt }: Flags,
): Promise<object> {
  if (scopes === undefined && expiresAt === undefined) return accounts.createApiKey({ accountId, userId, label }, as);
  const { record, apiKey } = await apiKeys.issueApiKey(
    { userId, label, scopes: scopes ?? [], expiresAt },
    asOwner(accountId),
  );
  return { id: record!.id, apiKey, prefix: record!.prefix, scopes: record!.scopes, expiresAt: record!.expiresAt };
}

function readScopes(text: string): string[] {
  const scopes = text.split(',').map((scope) => scope.trim());
  if (scopes.every((scope) => (SCOPES as readonly string[]).includes(scope))) return scopes;
  throw new InvalidArgumentError(`Give some of ${SCOPES.join(', ')}, separated by commas.`);
}

/** Reads a time, or a number of days from now: 30d. */
function readExpiry(text: string): Date {
  const [, days] = /^(\d{1,4})d$/.exec(text) ?? [];
  const time = days === undefined ? Date.parse(text) : Date.now() + Number(days) * DAY_MS;
  if (time > Date.now()) return new Date(time);
  throw new InvalidArgumentError('Give a time in the future, such as 2027-01-31 or 30d.');
}

function addSystems(program: Command): void {
  const system = program.command('system').description('sending systems');
  system
    .command('register')
    .description('register a system; its key is printed only once')
    .requiredOption('--name <name>', 'its name, as sent in X-System')
    .option('--account <id>', 'the account that owns it (default: the operator)', readId)
    .action(
      act(({ accounts, systems, as, asOwner }, { name, account }) =>
        account === undefined
          ? accounts.registerSystem({ name }, as)
          : systems.enrollSystem({ name, signatureHeaders: [] }, asOwner(account)),
      ),
    );
  system
    .command('rotate')
    .description('create a new key for a system, printed only once; the former key is valid for 24 more hours')
    .requiredOption('--name <name>', 'its name, as sent in X-System')
    .action(act(({ accounts, as }, { name }) => accounts.replaceSystemKey({ name }, as)));
  system
    .command('ignored <system>')
    .description('list the fields that were ignored in requests of a system (id or name), or without a system')
    .requiredOption('--account <id>', 'account', readId)
    .action((name: string, flags: Flags, command: Command) =>
      withOperator(command, 'auth', async ({ systems, asOwner }, output) => {
        const { records } = await systems.listIgnoredFields({ system: name }, asOwner(flags.account));
        printRecords(records, ['field', 'operation', 'count', 'lastSeen'], output);
      }),
    );
}

// Commander does not know the types of options; each command above reads only those that it declares.
type Flags = any;

/** Runs a command against the auth service and prints its response, one field a line or as JSON. */
function act(run: (client: OperatorClient, flags: Flags) => Promise<object>) {
  return (flags: Flags, command: Command): Promise<void> =>
    withOperator(command, 'auth', async (client, output) => printRecord(await run(client, flags), output));
}

function readLimit(text: string, before: Record<string, number>): Record<string, number> {
  const [, context, n] = /^([A-Za-z.]+)=(\d{1,7})$/.exec(text) ?? [];
  if (context === undefined) throw new InvalidArgumentError('A limit looks like notes=40.');
  return { ...before, [context]: Number(n) };
}
