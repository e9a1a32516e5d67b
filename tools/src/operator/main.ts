import { Command } from 'commander';
import { isRefusal } from '@porchlight/errors';
import { addAccountCommands } from './account-commands';
import { addDeadLettersCommand } from './deadletters-command';
import { addRecountCommand } from './recount-command';
import { addRebuildCommand } from './rebuild-command';
import { addStatusCommand } from './status-command';

/** The operator's command line: `npm run porchlight -- <command>`. */
async function main(): Promise<void> {
  const program = new Command('porchlight')
    .description('Accounts, users, API keys and systems of a running Porchlight.')
    .option('--data <folder>', 'data folder of the local stack (default: .local)')
    .option('--address <host:port>', 'gRPC address of the auth service (default: the local stack, or AUTH_RPC_ADDRESS)')
    .option('--signing-key <file>', 'private key of internal tokens (default: the local stack, or INTERNAL_TOKEN_PRIVATE_KEY_FILE)')
    .option('--json', 'print JSON');
  addAccountCommands(program);
  addRecountCommand(program);
  addRebuildCommand(program);
  addStatusCommand(program);
  addDeadLettersCommand(program);
  await program.parseAsync();
}

main().catch((error: unknown) => {
  console.error(isRefusal(error) ? `${error.reason}: ${error.message}` : error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
