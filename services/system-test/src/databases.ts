import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { dataFolder, readConnection, type Connection } from '@porchlight/acceptance/src/stack-connection';

type Native = mongoose.mongo.Collection;
/** The connection file also names the database server of each service. */
type SystemConnection = Connection & { readonly mongodbUris: Readonly<Record<string, string>> };

/** Connects to the database of each service of the running stack, one after another. */
const inEveryDatabase = async (
  visit: (service: string, database: mongoose.mongo.Db) => Promise<void>,
): Promise<void> => {
  for (const [service, uri] of Object.entries((readConnection() as SystemConnection).mongodbUris)) {
    const client = await mongoose.mongo.MongoClient.connect(uri);
    try {
      await visit(service, client.db(`porchlight_${service}`));
    } finally {
      await client.close();
    }
  }
};

/** Calls `visit` for every collection of every service and returns the results. */
export const inEveryCollection = async <T>(visit: (name: string, collection: Native) => Promise<T>): Promise<T[]> => {
  const results: T[] = [];
  await inEveryDatabase(async (service, database) => {
    const names = (await database.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
    if (names.length === 0) throw new Error(`The database of ${service} is empty.`);
    for (const name of names.sort()) results.push(await visit(`${service}.${name}`, database.collection(name)));
  });
  return results;
};

const excerptAt = (text: string, at: number): string =>
  text.slice(Math.max(0, at - 60), at + 60).replace(/[^ -~]/g, '.');

const findIn = (place: string, text: string, words: readonly string[]): string[] =>
  words.flatMap((word) => {
    const at = text.indexOf(word);
    return at < 0 ? [] : [`${place}: ${excerptAt(text, at)}`];
  });

/**
 * Finds the collections and log files that contain one of the words (in lower case). Searches the raw bytes of
 * documents.
 */
export const findInStack = async (words: readonly string[]): Promise<string[]> => {
  const documents = await inEveryCollection(async (name, collection) => {
    const found: string[] = [];
    for await (const raw of collection.find<Buffer>({}, { raw: true }))
      found.push(...findIn(name, raw.toString('latin1').toLowerCase(), words));
    return found;
  });
  const folder = join(dataFolder, 'logs');
  const logs = readdirSync(folder).flatMap((name) =>
    findIn(name, readFileSync(join(folder, name), 'latin1').toLowerCase(), words),
  );
  return [...documents.flat(), ...logs];
};
