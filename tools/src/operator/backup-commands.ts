import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BACKENDS } from '@porchlight/contracts';
import type { Command } from 'commander';
import { MongoClient } from 'mongodb';
import { dataFolderAt } from '../launcher/data-folder';
import type { Connection } from '../launcher/connection-file';
import { readJson } from '../launcher/private-file';
import { callerFolder, projectRoot } from '../launcher/project-root';
import { dataFolderOf } from '../launcher/start-options';
import { databaseOf, dumpDatabase, restoreDatabase, type Dumped } from './database-dump';
import type { TargetOptions } from './target';

/** Adds `backup` and `restore`: the databases of all services to files and back. */
export function addBackupCommands(program: Command): void {
  program
    .command('backup')
    .description('write the databases of all services into a folder, readable by mongorestore too (--mongodb or MONGODB_URI: elsewhere)')
    .requiredOption('--to <folder>', 'a folder for it; made when it is not there')
    .option('--mongodb <uri>', 'address of the database server')
    .action((flags: { to: string; mongodb?: string }, command: Command) => each(command, flags.mongodb, flags.to, dumpDatabase));
  program
    .command('restore')
    .description('read the databases of all services from a folder into empty ones; with no service running')
    .requiredOption('--from <folder>', 'a folder that backup wrote')
    .option('--mongodb <uri>', 'address of the database server')
    .action((flags: { from: string; mongodb?: string }, command: Command) => each(command, flags.mongodb, flags.from, restoreDatabase));
}

async function each(command: Command, uri: string | undefined, folder: string, work: typeof dumpDatabase): Promise<void> {
  const target = command.optsWithGlobals<TargetOptions>();
  const told: Record<string, Dumped> = {};
  for (const service of BACKENDS) {
    const address = addressOf(service, target, uri);
    const path = join(folder, `porchlight_${service}`);
    if (work === restoreDatabase && !existsSync(path)) throw new Error(`There is no '${path}'.`);
    const client = await MongoClient.connect(address, { retryWrites: false, serverSelectionTimeoutMS: 5_000 });
    try {
      told[service] = await work(databaseOf(client, service), path);
    } finally {
      await client.close();
    }
    if (!target.json) console.log(`${service}: ${Object.values(told[service]).reduce((sum, n) => sum + n, 0)} documents in ${Object.keys(told[service]).length} collections`);
  }
  if (target.json) console.log(JSON.stringify(told, null, 2));
}

/** The database server that is meant: told, or that of the local stack. */
export function addressOf(service: (typeof BACKENDS)[number], target: TargetOptions, uri: string | undefined): string {
  const local = readJson<Connection>(dataFolderAt(dataFolderOf(target.data, projectRoot(), callerFolder())).connectionFile);
  const address = uri ?? process.env['MONGODB_URI'] ?? local?.mongodbUris?.[service] ?? local?.mongodbUri;
  if (!address) throw new Error('No Porchlight runs on this data folder. For another one give --mongodb.');
  return address;
}
