import { mapBounded } from '@porchlight/runtime';
import mongoose from 'mongoose';
import type { Database } from '../database';
import type { DocumentCollection } from '../contract/document-collection';
import type { StoreOptions } from '../contract/store';
import { buildSchema, type DocumentSchema } from '../schema/document-schema';
import { createMissingIndexes, listMissingIndexes } from './index-builder';
import { MongoCollection, type StatementReports } from './mongo-collection';
import { classifyCommand, type CommandAccounts } from '../routing/classify-command';
import { guarded } from './mongo-faults';
import { DIALECTS } from './portable/dialect';

/** Milliseconds. Together they bound every operation. */
const DEADLINES = {
  serverSelectionTimeoutMS: 3_000,
  connectTimeoutMS: 3_000,
  socketTimeoutMS: 10_000,
  waitQueueTimeoutMS: 5_000,
};
const PING_MS = 2_000;
const MAX_CONNECTIONS = 16;
/** Below the connections, so that the indexes of a slow server do not wait for one until its deadline. */
const MODELS_AT_ONCE = MAX_CONNECTIONS / 2;

/** Settings of a connection; see StoreOptions. */
export interface MongoOptions
  extends Partial<Pick<StoreOptions, 'dialect' | 'logger'>>, Pick<StatementReports, 'onUnrouted'> {
  /** Called for each command on a collection that is not declared as global. */
  readonly onCommand?: (accounts: CommandAccounts, command: string, collection: string) => void;
}

/** Connects to MongoDB or a server that speaks its protocol. Throws Refusal UNAVAILABLE when it is away. */
export const openMongoDatabase = async (
  uri: string,
  name: string,
  { dialect = 'compatible', logger, onUnrouted, onCommand }: MongoOptions = {},
): Promise<Database> => {
  const connection = await guarded(() =>
    mongoose
      .createConnection(uri, {
        ...DEADLINES,
        dbName: name,
        maxPoolSize: MAX_CONNECTIONS,
        minPoolSize: 2,
        autoIndex: false,
        autoCreate: false,
        bufferCommands: false,
        ignoreUndefined: true,
        promoteBuffers: true,
        // After `not primary` the driver asks for the state of the server within 500 ms.
        // With streamed states it would wait for the next one, up to 10 s.
        serverMonitoringMode: 'poll',
        // Regardless of the address: an acknowledged write survives the loss of a member and a power failure.
        w: 'majority',
        journal: true,
        monitorCommands: onCommand !== undefined,
      })
      .asPromise(),
  );
  const client = connection.getClient();
  let inUse = 0;
  client.on('connectionCheckedOut', () => void (inUse += 1)).on('connectionCheckedIn', () => void (inUse -= 1));
  const database = client.db(name);
  const collections = new Map<string, MongoCollection<{ _id: string | number }>>();
  const schemas = new Map<string, DocumentSchema>();
  let models = 0;
  /** A model exists only while its indexes are compared: 25 of them hold 3 MB. */
  const withModel = async <T>(
    [collectionName, schema]: readonly [string, DocumentSchema],
    work: (model: mongoose.Model<unknown>) => Promise<T>,
  ): Promise<T> => {
    const modelName = `${collectionName} ${(models += 1)}`;
    const model = connection.model<unknown>(modelName, buildSchema(schema), collectionName);
    return work(model).finally(() => connection.deleteModel(modelName));
  };
  const withEachModel = <T>(work: (model: mongoose.Model<unknown>) => Promise<T>): Promise<T[]> =>
    mapBounded([...schemas], MODELS_AT_ONCE, (one) => withModel(one, work));
  if (onCommand)
    client.on('commandStarted', ({ commandName, command }) => {
      const collection = String(command[commandName]);
      if (collections.get(collection)?.router.isGlobal()) return;
      const accounts = classifyCommand(commandName, command);
      if (accounts) onCommand(accounts, commandName, collection);
    });
  return {
    ignoresLimit: DIALECTS[dialect].ignoresLimit,
    collection: <T extends { _id: string | number }>(collectionName: string, schema?: DocumentSchema) => {
      let collection = collections.get(collectionName);
      if (!collection) {
        const native = database.collection<never>(collectionName);
        collection = new MongoCollection(native, DIALECTS[dialect], {
          onUnrouted,
          isObserved: onCommand !== undefined,
        });
        collections.set(collectionName, collection);
      }
      if (schema && !schemas.has(collectionName)) {
        const indexes = schema.indexes.map((index) => DIALECTS[dialect].adapt(index));
        schemas.set(collectionName, { ...schema, indexes });
        collection.declareIndexes(indexes);
        collection.router.declare(schema.sharding ?? 'byKey');
      }
      return collection as DocumentCollection<{ _id: string | number }> as DocumentCollection<T>;
    },
    createIndexes: async () => {
      const { createsCollections } = DIALECTS[dialect];
      await withEachModel(async (model) => {
        if (!createsCollections && model.schema.indexes().length === 0) await guarded(() => model.createCollection());
        await createMissingIndexes(model, logger);
      });
    },
    ready: () =>
      database.command({ ping: 1, maxTimeMS: PING_MS }).then(
        () => true,
        () => false,
      ),
    missingIndexes: async () => (await withEachModel(listMissingIndexes)).flat(),
    connectionsInUse: () => inUse,
    close: () => connection.close(),
  };
};
