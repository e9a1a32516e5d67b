import { Command, Option } from 'commander';
import { VERSION } from '@porchlight/contracts';
import { addAccountCommands } from './account-commands';
import { addApiCommand } from './api-command';
import { addBackupCommands } from './backup-commands';
import { addDeadLettersCommand } from './deadletters-command';
import { EXIT_CODES_HELP } from './exit-codes';
import { addErasureCommands } from './erasure-commands';
import { addInboxAppCommands } from './inbox-app-commands';
import { addJobsCommands } from './jobs-commands';
import { addKeyCommands } from './key-commands';
import { addLeadCommand } from './lead-command';
import { addListenCommand } from './listen-command';
import { addListCommands } from './list-commands';
import { addLoginCommands } from './login-command';
import { addMailCommands } from './mail-commands';
import { addMigrationsCommand } from './migrations-command';
import { addOutboxCommand } from './outbox-command';
import { addPersonalDataCommands } from './personal-data-commands';
import { OUTPUT_FORMATS } from './print';
import { addRecountCommand } from './recount-command';
import { addRebuildCommand } from './rebuild-command';
import { addResourceCommands } from './resource-commands';
import { addStatusCommand } from './status-command';
import { addTriggerCommand } from './trigger-command';
import { addWebhookCommands } from './webhook-commands';

const EXAMPLES = `
Examples:
  porchlight login --url https://api.porchlight.example
  porchlight people list --limit 5
  porchlight api GET /v1/people --query limit=5
  porchlight lead send --source my-site.example --type Registration --email ada@example.com
  porchlight listen --forward-to http://localhost:3000
  porchlight key create --account 1 --user 1 --label website --json
  source <(porchlight complete bash)          completion; also zsh, fish, powershell
`;

/** The groups of commands in the help and in docs/cli.md. */
export const GROUPS = {
  partner: 'Commands for developers at a partner, with an API key:',
  records: 'Records of the API, with an API key (names and options as in the reference):',
  operator: 'Commands for operators of an installation:',
} as const;

/** The command line: `porchlight <command>`. */
export function createProgram(): Command {
  const program = new Command('porchlight')
    .description('Leads, records and webhooks of Porchlight, and the operation of an installation.')
    .version(VERSION)
    // Set before the first command is added, because commands inherit it.
    .exitOverride()
    // Options after a command belong to it: --data of `people create` is a body.
    .enablePositionalOptions()
    .showHelpAfterError('(--help says what there is)')
    .addHelpText('after', EXAMPLES + EXIT_CODES_HELP);
  addOutputOptions(program);
  addTargetOptions(program);
  program.commandsGroup(GROUPS.partner);
  addLoginCommands(program);
  addApiCommand(program);
  addLeadCommand(program);
  addListenCommand(program);
  addTriggerCommand(program);
  addWebhookCommands(program);
  program.commandsGroup(GROUPS.operator);
  addOperatorCommands(program);
  program.commandsGroup(GROUPS.records);
  addResourceCommands(program);
  for (const command of listCommands(program)) addSharedOptions(command);
  return program;
}

function addOperatorCommands(program: Command): void {
  addAccountCommands(program);
  addListCommands(program);
  addInboxAppCommands(program);
  addStatusCommand(program);
  addJobsCommands(program);
  addDeadLettersCommand(program);
  addOutboxCommand(program);
  addRecountCommand(program);
  addRebuildCommand(program);
  addPersonalDataCommands(program);
  addErasureCommands(program);
  addBackupCommands(program);
  addMigrationsCommand(program);
  addMailCommands(program);
  addKeyCommands(program);
}

/** The commands below a command, at any depth. */
export const listCommands = (command: Command): Command[] =>
  command.commands.flatMap((one) => [one, ...listCommands(one)]);

/** The options of all commands, which may stand before or after the command. */
function addSharedOptions(command: Command): void {
  command.optionsGroup('Options of all commands:');
  addOutputOptions(command);
  addTargetOptions(command);
}

function addOutputOptions(command: Command): void {
  addOnce(command, new Option('-o, --output <format>', 'how results are printed').choices(OUTPUT_FORMATS));
  addOnce(command, new Option('--json', 'the same as --output json').implies({ output: 'json' }));
}

function addTargetOptions(command: Command): void {
  addOnce(command, new Option('--data <folder>', 'data folder of the local stack (default: .local)'));
  addOnce(
    command,
    new Option('--address <host:port>', 'gRPC address of the service (default: the local stack, or AUTH_RPC_ADDRESS)'),
  );
  addOnce(
    command,
    new Option(
      '--signing-key <file>',
      'private key of internal tokens (default: the local stack, or INTERNAL_TOKEN_PRIVATE_KEY_FILE)',
    ),
  );
}

/** An option of the command itself goes before. */
function addOnce(command: Command, option: Option): void {
  if (!command.options.some(({ long }) => long === option.long)) command.addOption(option);
}
