import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BACKENDS, type BackendName } from '@porchlight/contracts';
import { MongoClient } from 'mongodb';
import { selectDatabase, dumpDatabase, restoreDatabase, type Dumped } from './database-dump';

/** Returns the address of the database server of a service. */
export type FindAddress = (service: BackendName) => string;
/** Called after each service, with the number of documents. */
export type OnDone = (service: BackendName, dumped: Dumped) => void;

/** Writes the database of each service into its own folder within `folder`. */
export const backUp = (folder: string, findAddress: FindAddress, onDone: OnDone): Promise<void> =>
  withEach(folder, findAddress, dumpDatabase, onDone);

/** Restores the databases of all services from a backup. They must be empty. */
export async function restore(folder: string, findAddress: FindAddress, onDone: OnDone): Promise<void> {
  const missing = BACKENDS.map((service) => locateDump(folder, service)).find((path) => !existsSync(path));
  if (missing) throw new Error(`There is no '${missing}'.`);
  await withEach(folder, findAddress, restoreDatabase, onDone);
}

const locateDump = (folder: string, service: BackendName): string => join(folder, `porchlight_${service}`);

async function withEach(
  folder: string,
  findAddress: FindAddress,
  work: typeof dumpDatabase,
  onDone: OnDone,
): Promise<void> {
  for (const service of BACKENDS) {
    const client = await MongoClient.connect(findAddress(service), {
      retryWrites: false,
      serverSelectionTimeoutMS: 5_000,
    });
    try {
      onDone(service, await work(selectDatabase(client, service), locateDump(folder, service)));
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
