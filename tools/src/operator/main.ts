import completion from '@bomb.sh/tab/commander';
import { Command, CommanderError } from 'commander';
import { VERSION } from '@porchlight/contracts';
import { isRefusal } from '@porchlight/errors';
import { PorchlightError } from '@porchlight/sdk';
import { addAccountCommands } from './account-commands';
import { addBackupCommands } from './backup-commands';
import { addDeadLettersCommand } from './deadletters-command';
import { EXIT_CODES_HELP, chooseExitCode } from './exit-codes';
import { addErasureCommands } from './erasure-commands';
import { addInboxAppCommands } from './inbox-app-commands';
import { addJobsCommands } from './jobs-commands';
import { addKeyCommands } from './key-commands';
import { addLeadCommand } from './lead-command';
import { addListenCommand } from './listen-command';
import { addListCommands } from './list-commands';
import { addMailCommands } from './mail-commands';
import { addMigrationsCommand } from './migrations-command';
import { addOutboxCommand } from './outbox-command';
import { addPersonalDataCommands } from './personal-data-commands';
import { addRecountCommand } from './recount-command';
import { addRebuildCommand } from './rebuild-command';
import { addStatusCommand } from './status-command';
import { addTriggerCommand } from './trigger-command';
import { addWebhookCommands } from './webhook-commands';

const EXAMPLES = `
Examples:
  porchlight account create --name "Acme Homes" --first-name Ada --last-name Byron --email ada@acme.example
  porchlight lead send --source my-site.example --type Registration --email ada@example.com
  porchlight webhook tail
  porchlight key create --account 1 --user 1 --label website --json
  source <(porchlight complete bash)          completion; also zsh, fish, powershell
`;

/** The command line: `npm run porchlight -- <command>`. */
async function main(): Promise<void> {
  const program = new Command('porchlight')
    .description('Accounts, users, keys, systems, leads and webhooks of a running Porchlight.')
    .version(VERSION)
    .option('--data <folder>', 'data folder of the local stack (default: .local)')
    .option('--address <host:port>', 'gRPC address of the auth service (default: the local stack, or AUTH_RPC_ADDRESS)')
    .option(
      '--signing-key <file>',
      'private key of internal tokens (default: the local stack, or INTERNAL_TOKEN_PRIVATE_KEY_FILE)',
    )
    .option('--json', 'print JSON')
    // Set before the first command is added, because commands inherit it.
    .exitOverride()
    .showHelpAfterError('(--help says what there is)')
    .addHelpText('after', EXAMPLES + EXIT_CODES_HELP);
  addAccountCommands(program);
  addRecountCommand(program);
  addRebuildCommand(program);
  addStatusCommand(program);
  addBackupCommands(program);
  addErasureCommands(program);
  addJobsCommands(program);
  addKeyCommands(program);
  addMigrationsCommand(program);
  addPersonalDataCommands(program);
  addDeadLettersCommand(program);
  addOutboxCommand(program);
  addListCommands(program);
  addMailCommands(program);
  addInboxAppCommands(program);
  addLeadCommand(program);
  addWebhookCommands(program);
  addListenCommand(program);
  addTriggerCommand(program);
  completion(program);
  await program.parseAsync();
}

main().catch((error: unknown) => {
  process.exitCode = chooseExitCode(error);
  // Commander has printed the error.
  if (error instanceof CommanderError) return;
  console.error(
    isRefusal(error) || error instanceof PorchlightError
      ? `${error.reason}: ${error.message}`
      : error instanceof Error
        ? error.message
        : error,
  );
});
