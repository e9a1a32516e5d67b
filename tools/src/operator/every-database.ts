import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BACKENDS, type BackendName } from '@porchlight/contracts';
import { MongoClient } from 'mongodb';
import { databaseOf, dumpDatabase, restoreDatabase, type Dumped } from './database-dump';

/** Where the database server of a service is. */
export type AddressOf = (service: BackendName) => string;
/** Hears what was written or read, service by service. */
export type Told = (service: BackendName, dumped: Dumped) => void;

/** Writes the database of each service into a folder of its own within `folder`. */
export const backUp = (folder: string, addressOf: AddressOf, told: Told): Promise<void> =>
  withEach(folder, addressOf, dumpDatabase, told);

/** Reads what `backUp` wrote into the databases of all services, which must be empty. */
export async function restore(folder: string, addressOf: AddressOf, told: Told): Promise<void> {
  const missing = BACKENDS.map((service) => folderOf(folder, service)).find((path) => !existsSync(path));
  if (missing) throw new Error(`There is no '${missing}'.`);
  await withEach(folder, addressOf, restoreDatabase, told);
}

const folderOf = (folder: string, service: BackendName): string => join(folder, `porchlight_${service}`);

async function withEach(folder: string, addressOf: AddressOf, work: typeof dumpDatabase, told: Told): Promise<void> {
  for (const service of BACKENDS) {
    const client = await MongoClient.connect(addressOf(service), {
      retryWrites: false,
      serverSelectionTimeoutMS: 5_000,
    });
    try {
      told(service, await work(databaseOf(client, service), folderOf(folder, service)));
    } finally {
      await client.close();
    }
  }
}

/** `people: 120 documents in 14 collections`. */
export const describeDumped = (service: BackendName, dumped: Dumped): string => {
  const counts = Object.values(dumped);
  return `${service}: ${counts.reduce((sum, count) => sum + count, 0)} documents in ${counts.length} collections`;
};
