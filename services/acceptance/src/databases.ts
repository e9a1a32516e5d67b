import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { dataFolder, readConnection } from './connection';

type Native = mongoose.mongo.Collection;

/** Visits every collection of every service of the running stack. */
export const inEveryCollection = async <T>(visit: (name: string, collection: Native) => Promise<T>): Promise<T[]> => {
  const results: T[] = [];
  for (const [service, uri] of Object.entries(readConnection().mongodbUris)) {
    const connection = await mongoose.createConnection(uri).asPromise();
    try {
      const database = connection.getClient().db(`porchlight_${service}`);
      const names = (await database.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
      if (names.length === 0) throw new Error(`nothing is in the database of ${service}`);
      for (const name of names.sort()) results.push(await visit(`${service}.${name}`, database.collection(name)));
    } finally {
      await connection.close();
    }
  }
  return results;
};

const shownAround = (text: string, at: number): string =>
  text.slice(Math.max(0, at - 60), at + 60).replace(/[^ -~]/g, '.');

const where = (place: string, text: string, words: readonly string[]): string[] =>
  words.flatMap((word) => {
    const at = text.indexOf(word);
    return at < 0 ? [] : [`${place}: ${shownAround(text, at)}`];
  });

/**
 * Every place of the running stack that holds one of the words (in lower case): documents, as they are kept byte by
 * byte, and lines of all logs.
 */
export const placesHolding = async (words: readonly string[]): Promise<string[]> => {
  const documents = await inEveryCollection(async (name, collection) => {
    const found: string[] = [];
    for await (const raw of collection.find({}, { raw: true }))
      found.push(...where(name, (raw as unknown as Buffer).toString('latin1').toLowerCase(), words));
    return found;
  });
  const folder = join(dataFolder, 'logs');
  const logs = readdirSync(folder).flatMap((name) =>
    where(name, readFileSync(join(folder, name), 'latin1').toLowerCase(), words),
  );
  return [...documents.flat(), ...logs];
};
