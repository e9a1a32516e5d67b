/**
 * Creates, gets and lists through the store in one process beside the bare driver doing the same on the same server.
 *   esbuild libs/store/bench/store-bench.ts --bundle --platform=node --outfile=/tmp/store-bench.cjs && node /tmp/store-bench.cjs <uri>
 */
import { randomBytes } from 'node:crypto';
import mongoose from 'mongoose';
import { monotonicFactory } from 'ulid';
import { callBy, buildInput, itemOptions } from '../test/conformance/sample-resource';
import { openStore } from '../src/open-store';

const CONCURRENCY = 16;
const MS = 3_000;
const ROUNDS = 3;

const perSecond = async (work: () => Promise<unknown>): Promise<[number, number]> => {
  let done = 0;
  const cpu = process.cpuUsage();
  const start = performance.now();
  const end = start + MS;
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      while (performance.now() < end) {
        await work();
        done += 1;
      }
    }),
  );
  const { user, system } = process.cpuUsage(cpu);
  return [(done / (performance.now() - start)) * 1_000, (user + system) / done];
};

const main = async (): Promise<void> => {
  const uri = process.argv[2] as string;
  const ulid = monotonicFactory();
  const quiet = (): void => undefined;
  const database = `bench_${Date.now()}`;
  const store = await openStore({
    service: 'bench',
    uri,
    database,
    publish: async () => undefined,
    clock: { now: () => Date.now() },
    ids: { eventId: () => ulid(), random: (bytes) => randomBytes(bytes) },
    logger: { info: quiet, warn: console.warn, error: console.error, debug: quiet },
    nextTokenKey: randomBytes(32),
  });
  const items = store.resource(itemOptions());
  await store.start();
  const bare = await new mongoose.mongo.MongoClient(uri, { maxPoolSize: CONCURRENCY }).connect();
  const collection = bare.db(database).collection('bare');
  await collection.createIndex({ accountId: 1, id: 1 });
  const call = callBy(1);
  let next = 0;
  const stored: number[] = [];
  const query = { limit: 10, offset: 0, next: '', sort: '', descending: true, filters: [] };
  const someone = (): number => 1 + Math.floor(Math.random() * Math.max(1, Math.min(next, 2_000) - 1));
  const anyone = (): number => stored[Math.floor(Math.random() * Math.min(stored.length, 2_000))] as number;
  const works: Record<string, () => Promise<unknown>> = {
    'create bare': () => {
      const id = (next += 1);
      const now = new Date();
      return collection.insertOne({
        _id: (2 ** 32 + id) as never,
        accountId: 1,
        id,
        created: now,
        updated: now,
        name: `Anna ${id}`,
        color: 'red',
        price: 1,
        tags: [],
      });
    },
    'create store': async () => {
      const { record } = await items.create(
        call,
        ...buildInput({ name: `Anna ${Math.random()}`, color: 'red', price: 1, ownerId: 3 }),
      );
      stored.push(record.id);
    },
    'get bare': () => collection.findOne({ _id: (2 ** 32 + someone()) as never }),
    'get store': () => items.get(call, anyone()),
    'list bare': () => {
      const top = someone() + 10;
      return collection
        .find({ accountId: 1, id: { $gt: top - 10, $lte: top } })
        .sort({ id: -1 })
        .limit(10)
        .toArray();
    },
    'list store': () => items.list(call, query),
    'list agent store': () => items.list(callBy(1, 'Agent', 3), query),
    'list color store': () => items.list(call, { ...query, filters: [{ name: 'color', values: ['red'] }] }),
    'update store': () => items.update(call, anyone(), ...buildInput({ color: `c${Math.floor(Math.random() * 3)}` })),
  };
  const results = new Map<string, Array<[number, number]>>();
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [name, work] of Object.entries(works))
      results.set(name, [...(results.get(name) ?? []), await perSecond(work)]);
  for (const [name, all] of results) {
    const [rate, cpu] = all.sort(([a], [b]) => a - b)[Math.floor(all.length / 2)] as [number, number];
    console.log(name.padEnd(20), `${Math.round(rate)}/s`.padStart(10), `${Math.round(cpu)} us CPU`.padStart(14));
  }
  await bare.close();
  await store.stop(AbortSignal.timeout(10_000));
};

void main();
