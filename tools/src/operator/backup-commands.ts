import { join } from 'node:path';
import type { BackendName } from '@porchlight/contracts';
import type { Command } from 'commander';
import { resolveFromCaller } from '../launcher/project-root';
import type { Dumped } from './database-dump';
import { writeDatedBackup } from './dated-backups';
import { ERASURES_FILE, exportErasures } from './erasures-file';
import { backUp, describeDumped, restore } from './every-database';
import { wholeNumber } from './read-number';
import { readLocalConnection, type TargetOptions } from './target';

const MAX_BACKUPS = 1_000;

/** Adds `backup` and `restore`, which write the databases of all services to files and read them. */
export function addBackupCommands(program: Command): void {
  program
    .command('backup')
    .description(
      'write the databases of all services into a folder, readable by mongorestore too (--mongodb or MONGODB_URI: elsewhere)',
    )
    .requiredOption('--to <folder>', 'a folder for it; made when it is not there')
    .option('--mongodb <uri>', 'address of the database server (or MONGODB_URI, or PEOPLE_MONGODB_URI and so on)')
    .option(
      '--keep <n>',
      'write into a new folder within it, named by the time, and keep the last n of these',
      wholeNumber(1, MAX_BACKUPS),
    )
    .action(async (flags: { to: string; mongodb?: string; keep?: number }, command: Command) => {
      const folder = resolveFromCaller(flags.to);
      const write = (to: string): Promise<void> => each(command, flags.mongodb, to, backUp);
      await (flags.keep === undefined ? write(folder) : writeDatedBackup(folder, flags.keep, write));
      // Beside dated backups, so that an older one is restored with the newest list.
      const target = command.optsWithGlobals<TargetOptions>();
      await exportErasures((service) => findAddress(service, target, flags.mongodb), join(folder, ERASURES_FILE));
    });
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
    resolveFromCaller(folder),
    (service) => findAddress(service, target, uri),
    (service, dumped) => {
      dumps[service] = dumped;
      if (target.output !== 'json') console.log(describeDumped(service, dumped));
    },
  );
  if (target.output === 'json') console.log(JSON.stringify(dumps, null, 2));
}

/** Returns the address of the database server; default: that of the local stack. */
export function findAddress(service: BackendName, target: TargetOptions, uri: string | undefined): string {
  const local = readLocalConnection(target);
  const address =
    uri ??
    process.env[`${service.toUpperCase()}_MONGODB_URI`] ??
    process.env['MONGODB_URI'] ??
    local?.mongodbUris?.[service] ??
    local?.mongodbUri;
  if (!address) throw new Error('No Porchlight runs on this data folder. For another one give --mongodb.');
  return address;
}
