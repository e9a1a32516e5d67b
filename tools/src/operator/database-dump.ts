import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { BSON, type Db } from 'mongodb';

/** Number of documents of one collection that were written or read. */
export type Dumped = Readonly<Record<string, number>>;

const BATCH = 500;
const MAX_DOCUMENT = 16 * 1_048_576 + 16_384;
const LENGTH_BYTES = 4;

/** Leases and heartbeats belong to running processes; they are not restored. */
const NOT_DUMPED: ReadonlySet<string> = new Set(['leases', 'instances']);

const listNames = async (database: Db): Promise<string[]> => {
  const collections = await database.listCollections({}, { nameOnly: true }).toArray();
  return collections
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('system.') && !NOT_DUMPED.has(name))
    .sort();
};

/**
 * Writes a database into a folder: one file of BSON documents and one of indexes per collection, in the layout of
 * mongodump, so that mongorestore can read it. Holds at most one batch in memory.
 */
export async function dumpDatabase(database: Db, folder: string): Promise<Dumped> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const counts: Record<string, number> = {};
  for (const name of await listNames(database)) {
    const collection = database.collection(name);
    const indexes = await collection.indexes();
    await writeFile(join(folder, `${name}.metadata.json`), BSON.EJSON.stringify({ indexes, collectionName: name }), {
      mode: 0o600,
    });
    const file = createWriteStream(join(folder, `${name}.bson`), { mode: 0o600 });
    counts[name] = 0;
    for await (const document of collection.find<Uint8Array>({}, { raw: true, batchSize: BATCH })) {
      counts[name] += 1;
      if (!file.write(document)) await once(file, 'drain');
    }
    file.end();
    await finished(file);
  }
  return counts;
}

/** Reads a folder written by `dumpDatabase` into a database that must be empty. */
export async function restoreDatabase(database: Db, folder: string): Promise<Dumped> {
  const there = await listNames(database);
  for (const name of there)
    if ((await database.collection(name).findOne({}, { projection: { _id: 1 } })) !== null)
      throw new Error(
        `The database '${database.databaseName}' is not empty: '${name}' holds documents. Restore into an empty one.`,
      );
  const counts: Record<string, number> = {};
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.bson')).sort()) {
    const name = file.slice(0, -'.bson'.length);
    const collection = database.collection(name);
    // Creates unique indexes first, so that a dump that violates them is rejected.
    for (const { key, name: indexName, v: _version, ns: _ns, ...options } of await indexesIn(folder, name))
      if (indexName !== '_id_') await collection.createIndex(key, { ...options, name: indexName });
    counts[name] = 0;
    let batch: Uint8Array[] = [];
    const flush = async (): Promise<void> => {
      if (batch.length === 0) return;
      await collection.insertMany(
        batch.map((bytes) => BSON.deserialize(bytes, { promoteValues: false })),
        {
          ordered: false,
        },
      );
      counts[name] = (counts[name] ?? 0) + batch.length;
      batch = [];
    };
    for await (const document of documentsIn(join(folder, file))) {
      batch.push(document);
      if (batch.length === BATCH) await flush();
    }
    await flush();
  }
  return counts;
}

const indexesIn = async (
  folder: string,
  name: string,
): Promise<{ key: Record<string, 1 | -1>; name: string; v?: number; ns?: string }[]> => {
  const { indexes } = BSON.EJSON.parse(await readFile(join(folder, `${name}.metadata.json`), 'utf8')) as {
    indexes: { key: Record<string, 1 | -1>; name: string }[];
  };
  return indexes;
};

/** Reads BSON documents; each begins with its length. */
async function* documentsIn(path: string): AsyncGenerator<Uint8Array> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    while (rest.length >= LENGTH_BYTES) {
      const length = rest.readInt32LE(0);
      if (length < 5 || length > MAX_DOCUMENT) throw new Error(`${path} is damaged: a document of ${length} bytes.`);
      if (rest.length < length) break;
      yield rest.subarray(0, length);
      rest = rest.subarray(length);
    }
  }
  if (rest.length > 0) throw new Error(`${path} is damaged: it ends within a document.`);
}
