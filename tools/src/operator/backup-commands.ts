import type { BackendName } from '@porchlight/contracts';
import type { Command } from 'commander';
import { dataFolderAt } from '../launcher/data-folder';
import type { Connection } from '../launcher/connection-file';
import { readJson } from '../launcher/private-file';
import { callerFolder, projectRoot } from '../launcher/project-root';
import { resolveDataFolder } from '../launcher/start-options';
import type { Dumped } from './database-dump';
import { backUp, describeDumped, restore } from './every-database';
import type { TargetOptions } from './target';

/** Adds `backup` and `restore`, which write the databases of all services to files and read them. */
export function addBackupCommands(program: Command): void {
  program
    .command('backup')
    .description(
      'write the databases of all services into a folder, readable by mongorestore too (--mongodb or MONGODB_URI: elsewhere)',
    )
    .requiredOption('--to <folder>', 'a folder for it; made when it is not there')
    .option('--mongodb <uri>', 'address of the database server')
    .action((flags: { to: string; mongodb?: string }, command: Command) =>
      each(command, flags.mongodb, flags.to, backUp),
    );
  program
    .command('restore')
    .description(
      'read the databases of all services from a folder into empty ones; with no service running (a local stack: npm start -- --restore)',
    )
    .requiredOption('--from <folder>', 'a folder that backup wrote')
    .option('--mongodb <uri>', 'address of the database server')
    .action((flags: { from: string; mongodb?: string }, command: Command) =>
      each(command, flags.mongodb, flags.from, restore),
    );
}

async function each(command: Command, uri: string | undefined, folder: string, work: typeof backUp): Promise<void> {
  const target = command.optsWithGlobals<TargetOptions>();
  const dumps: Record<string, Dumped> = {};
  await work(
    resolveDataFolder(folder, projectRoot(), callerFolder()),
    (service) => findAddress(service, target, uri),
    (service, dumped) => {
      dumps[service] = dumped;
      if (!target.json) console.log(describeDumped(service, dumped));
    },
  );
  if (target.json) console.log(JSON.stringify(dumps, null, 2));
}

/** Returns the address of the database server; default: that of the local stack. */
export function findAddress(service: BackendName, target: TargetOptions, uri: string | undefined): string {
  const local = readJson<Connection>(
    dataFolderAt(resolveDataFolder(target.data, projectRoot(), callerFolder())).connectionFile,
  );
  const address = uri ?? process.env['MONGODB_URI'] ?? local?.mongodbUris?.[service] ?? local?.mongodbUri;
  if (!address) throw new Error('No Porchlight runs on this data folder. For another one give --mongodb.');
  return address;
}
