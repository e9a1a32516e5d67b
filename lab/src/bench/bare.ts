import express from 'express';
import { MongoClient } from 'mongodb';
import { serveOnLoopback } from '@porchlight/tools/src/receiver/loopback-server';

export interface BareOptions {
  /** Database server of the stack. The bare handler uses a separate database and drops it at the end. */
  readonly mongodbUri: string;
  readonly database: string;
  readonly certFile: string;
  readonly keyFile: string;
  /** Documents inserted before it serves; their ids are 1 to `seed`. */
  readonly seed: number;
}

interface BarePerson {
  readonly _id: number;
  readonly id: number;
  readonly [field: string]: any;
}

const SEED_BATCH = 500;
const ACCOUNT = 2;

/**
 * The yardstick: one process, express and the driver with nothing between them, HTTPS with the same certificate as
 * receivers of the local profile. It reads and updates by _id, lists ten by a two-sided id window and inserts a
 * document of the same fields as a person of the service. No authentication, tenancy, validation, de-duplication or
 * events, and one index beside _id for the window.
 */
export async function startBare({ mongodbUri, database, certFile, keyFile, seed }: BareOptions) {
  const client = new MongoClient(mongodbUri, { serverSelectionTimeoutMS: 5_000 });
  const people = client.db(database).collection<BarePerson>('people');
  await people.drop().catch(() => undefined);
  // The embedded database scans for a range on _id; a compound index is fast on all servers.
  await people.createIndex({ accountId: 1, id: 1 }, { unique: true });
  let last = 0;
  for (let first = 1; first <= seed; first += SEED_BATCH) {
    const count = Math.min(SEED_BATCH, seed - first + 1);
    await people.insertMany(Array.from({ length: count }, () => createPerson((last += 1), SEED_BODY)));
  }

  const app = express().disable('x-powered-by');
  app.get('/people/:id', async (request, response) => {
    const person = await people.findOne({ _id: Number(request.params.id) });
    if (!person) return void response.status(404).json({ errorMessage: 'There is no person with this id.' });
    response.json(shown(person));
  });
  app.get('/people', async (_request, response) => {
    const rows = await people
      .find({ accountId: ACCOUNT, id: { $gt: last - 10, $lte: last } })
      .sort({ id: -1 })
      .limit(10)
      .toArray();
    response.json({ _metadata: { collection: 'people', offset: 0, limit: 10, total: last }, people: rows.map(shown) });
  });
  app.put('/people/:id', express.json(), async (request, response) => {
    const filter = { _id: Number(request.params.id) };
    // The embedded database scans the collection for findOneAndUpdate; two statements are faster on it.
    await people.updateOne(filter, {
      $set: { ...(request.body as object), updated: new Date() },
      $inc: { version: 1 },
    });
    const person = await people.findOne(filter);
    if (!person) return void response.status(404).json({ errorMessage: 'There is no person with this id.' });
    response.json(shown(person));
  });
  app.post('/people', express.json(), async (request, response) => {
    const person = createPerson((last += 1), request.body as Record<string, any>);
    await people.insertOne(person);
    response.status(201).json(shown(person));
  });

  const server = await serveOnLoopback({ certFile, keyFile }, app);
  return {
    address: { origin: server.url },
    async stop(): Promise<void> {
      await server.stop();
      await client.db(database).dropDatabase();
      await client.close();
    },
  };
}

/** Body of the records that are created before a server is measured. */
export const SEED_BODY = {
  firstName: 'Seed',
  lastName: 'Person',
  source: 'bench.example',
  emails: [{ value: 'seed@example.com', type: 'home' }],
  phones: [{ value: '+882 100000 1', type: 'mobile' }],
  tags: ['Bench'],
  price: 350_000,
};

/** A document with the fields that the service stores for a new person. */
function createPerson(id: number, body: Record<string, any>): BarePerson {
  const now = new Date();
  return {
    _id: id,
    accountId: ACCOUNT,
    id,
    created: now,
    updated: now,
    lastActivity: now,
    createdVia: 'API',
    name: `${body['firstName']} ${body['lastName']}`,
    firstName: body['firstName'],
    lastName: body['lastName'],
    stage: 'Lead',
    stageId: 1,
    source: body['source'],
    sourceUrl: null,
    contacted: false,
    price: body['price'],
    assignedTo: null,
    assignedUserId: null,
    assignedLenderName: null,
    assignedLenderId: null,
    tags: body['tags'],
    emails: body['emails'].map((one: { value: string }, index: number) => ({
      ...one,
      isPrimary: index === 0,
      normalized: one.value.toLowerCase(),
    })),
    phones: body['phones'].map((one: { value: string }, index: number) => ({
      ...one,
      isPrimary: index === 0,
      normalized: one.value.replace(/\D/g, ''),
    })),
    addresses: [],
    background: null,
    collaborators: [],
    viewers: [],
    version: 1,
  };
}

function shown({ _id: _key, accountId: _account, viewers: _viewers, version: _version, ...rest }: BarePerson): object {
  return rest;
}
