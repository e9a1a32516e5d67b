import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import express, { type Express } from 'express';
import { MongoClient } from 'mongodb';
import { request } from 'undici';
import { SEED_BODY } from './bare';

export interface ParseServerOptions {
  /** Folder of its packages. */
  readonly folder: string;
  /** Database server of the stack. Parse Server uses a separate database, which is dropped at the end. */
  readonly mongodbUri: string;
  readonly database: string;
  /** Records created before it serves. */
  readonly seed: number;
}

/** Where it serves, and the ids of its first records. */
export interface ParseServerAddress {
  readonly origin: string;
  readonly ids: readonly string[];
}

/** The part of the package that is used. */
interface ParseServerPackage {
  readonly ParseServer: new (options: object) => { start(): Promise<void>; readonly app: Express };
}

const HOST = '127.0.0.1';
const MOUNT = '/parse';
/** Path of the records that are read. */
export const PARSE_PEOPLE = `${MOUNT}/classes/Person`;
/** Path of the records that a run creates: the embedded database lists a larger class more slowly. */
export const PARSE_NEW_PEOPLE = `${MOUNT}/classes/NewPerson`;
const APP = 'bench';
const MASTER_KEY = 'bench-master-key';
export const PARSE_HEADERS = { 'x-parse-application-id': APP, 'x-parse-master-key': MASTER_KEY } as const;
const SEED_CLIENTS = 8;

const FIELDS = {
  firstName: { type: 'String' },
  lastName: { type: 'String' },
  source: { type: 'String' },
  emails: { type: 'Array' },
  phones: { type: 'Array' },
  tags: { type: 'Array' },
  price: { type: 'Number' },
};

/** The address of a database on the server. */
export const databaseUri = (server: string, database: string): string =>
  server.replace(/^(mongodb(?:\+srv)?:\/\/[^/?]+)\/?[^?]*/, `$1/${database}`);

/**
 * One process of Parse Server with its defaults, mounted on express as its documentation says, over HTTP. The master
 * key skips its checks of permissions. A class has no index beside that of _id.
 */
export async function startParseServer({ folder, mongodbUri, database, seed }: ParseServerOptions) {
  // Set before it loads: it would create a folder of logs, and print warnings about defaults of later versions.
  process.env['PARSE_SERVER_LOGS_FOLDER'] = 'null';
  process.stdout.write = () => true;
  const client = new MongoClient(mongodbUri, { serverSelectionTimeoutMS: 5_000 });
  await client.db(database).dropDatabase();
  const app = express();
  const server = createServer(app);
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, HOST, resolve));
  const origin = `http://${HOST}:${(server.address() as AddressInfo).port}`;
  const { ParseServer } = createRequire(join(folder, 'package.json'))('parse-server') as ParseServerPackage;
  const parse = new ParseServer({
    appId: APP,
    masterKey: MASTER_KEY,
    databaseURI: databaseUri(mongodbUri, database),
    serverURL: `${origin}${MOUNT}`,
    silent: true,
  });
  await parse.start();
  app.use(MOUNT, parse.app);

  const post = async (path: string, body: object): Promise<any> => {
    const headers = { ...PARSE_HEADERS, 'content-type': 'application/json' };
    const answer = await request(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const result = await answer.body.json();
    if (answer.statusCode >= 300)
      throw new Error(`Parse Server responded to ${path} with ${answer.statusCode} ${JSON.stringify(result)}`);
    return result;
  };
  for (const className of ['Person', 'NewPerson'])
    await post(`${MOUNT}/schemas/${className}`, { className, fields: FIELDS });
  const ids: string[] = [];
  const create = async (): Promise<void> => {
    while (ids.length < seed) ids.push((await post(PARSE_PEOPLE, SEED_BODY)).objectId);
  };
  await Promise.all(Array.from({ length: SEED_CLIENTS }, create));

  return {
    address: { origin, ids },
    async stop(): Promise<void> {
      server.close();
      server.closeAllConnections();
      await client.db(database).dropDatabase();
      await client.close();
    },
  };
}
