import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BACKENDS, type BackendName } from '@porchlight/contracts';
import { MongoClient, type Db } from 'mongodb';
import { dumpDatabase, restoreDatabase, type Dumped } from './database-dump';

/** Returns the address of the database server of a service. */
export type FindAddress = (service: BackendName) => string;
/** Called after each service, with the number of documents. */
export type OnDone = (service: BackendName, dumped: Dumped) => void;

/** Writes the database of each service into its own folder within `folder`. */
export const backUp = (folder: string, findAddress: FindAddress, onDone: OnDone): Promise<void> =>
  forEachDatabase(findAddress, async (database, service) =>
    onDone(service, await dumpDatabase(database, locateDump(folder, service))),
  );

/** Restores the databases of all services from a backup. They must be empty. */
export async function restore(folder: string, findAddress: FindAddress, onDone: OnDone): Promise<void> {
  const missing = BACKENDS.map((service) => locateDump(folder, service)).find((path) => !existsSync(path));
  if (missing) throw new Error(`There is no '${missing}'.`);
  await forEachDatabase(findAddress, async (database, service) =>
    onDone(service, await restoreDatabase(database, locateDump(folder, service))),
  );
}

const locateDump = (folder: string, service: BackendName): string => join(folder, `porchlight_${service}`);

/** Opens the database of each service in turn. */
export async function forEachDatabase(
  findAddress: FindAddress,
  work: (database: Db, service: BackendName) => Promise<void>,
): Promise<void> {
  for (const service of BACKENDS) {
    const client = await MongoClient.connect(findAddress(service), {
      retryWrites: false,
      serverSelectionTimeoutMS: 5_000,
    });
    try {
      await work(client.db(`porchlight_${service}`), service);
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
