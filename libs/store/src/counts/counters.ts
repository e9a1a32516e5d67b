import { createKeyedReads } from '../batching/keyed-reads';
import type { Database } from '../database';
import {
  date,
  flag,
  listOf,
  mapOf,
  number,
  onlyTrue,
  optional,
  text,
  type Columns,
  type Stored,
} from '../schema/columns';
import { defineDocument } from '../schema/document-schema';
import { formatCounterId, encodeFieldName, isTextKey, type Deltas } from './count-keys';
import { moveWhen } from './counter-limits';
import type { CounterWrites } from './counter-writes';

const counterColumns = {
  _id: text,
  accountId: number,
  resource: text,
  /** Field of the count key -> count. */
  n: mapOf(number),
  /** Process instance -> number of its last counted write (appliedThrough). */
  marks: optional(mapOf(number)),
  /** Instances that the relay has taken over: their own process cannot change this document any more. */
  fenced: optional(mapOf(onlyTrue)),
  /** Events that the relay counted and whose documents it may not have cleared yet. */
  swept: optional(listOf(text)),
  sweptAt: optional(date),
  /** It holds as many texts as the limit allows: those that it does not hold are not tracked. */
  overflow: optional(flag),
  /** Lease epoch of the relay that wrote it last. */
  sweep: optional(number),
} satisfies Columns;

/** Counters of an account and resource (or a part of them), and which writes they contain. */
export type CounterDocument = Stored<typeof counterColumns>;
export const counterSchema = defineDocument(counterColumns);

/** Deltas by counter document. */
export type CounterMoves = Map<string, { accountId: number; deltas: Deltas }>;

/** Counters of a resource. */
export interface Counters {
  /** Adds the differences of one write. */
  gather(moves: CounterMoves, accountId: number, deltas: Deltas): void;
  /**
   * Applies the differences of an instance up to a number, exactly once per counter document; calls may be repeated.
   * False if the relay has fenced the instance on one of them. Throws UNAVAILABLE; a retry is safe.
   */
  apply(instance: string, number: number, moves: CounterMoves): Promise<boolean>;
  /** A count; undefined where it is not tracked, because the account has too many texts. */
  read(accountId: number, key: string): Promise<number | undefined>;
  /** A text that changes with every update of one of these counters, even if the numbers are equal. */
  readState(accountId: number, keys: readonly string[]): Promise<string>;
  /** Creates missing documents. */
  prepare(moves: CounterMoves): Promise<void>;
}

const KNOWN_LIMIT = 50_000;

/** `$set` of a pipeline that adds deltas to `n` where `when` holds. */
export const addWhen = (when: unknown, deltas: Deltas): Record<string, unknown> => {
  const set: Record<string, unknown> = {};
  for (const [key, delta] of Object.entries(deltas)) Object.assign(set, moveWhen(when, key, delta));
  return set;
};

/** Creates the counters of a resource, in the shared collection. */
export const createCounters = (database: Database, resource: string, writes: CounterWrites): Counters => {
  const collection = database.collection('counters', counterSchema);
  const reads = createKeyedReads(collection);
  let known = new Set<string>();

  const prepare = async (moves: CounterMoves): Promise<void> => {
    const missing = [...moves].filter(([id]) => !known.has(id));
    if (missing.length === 0) return;
    await collection.insertMany(
      missing.map(([_id, { accountId }]) => ({ _id, accountId, resource, n: {}, marks: {} })),
    );
    if (known.size > KNOWN_LIMIT) known = new Set();
    for (const [id] of missing) known.add(id);
  };

  return {
    gather: (moves, accountId, deltas) => {
      for (const [key, delta] of Object.entries(deltas)) {
        const id = formatCounterId(accountId, resource, key);
        let entry = moves.get(id);
        if (!entry) moves.set(id, (entry = { accountId, deltas: {} }));
        entry.deltas[key] = (entry.deltas[key] ?? 0) + delta;
      }
    },
    apply: async (instance, number, moves) => {
      await prepare(moves);
      const applied = await Promise.all(
        [...moves].map(([id, { deltas }]) => writes.move({ id, instance, number, deltas })),
      );
      return applied.every(Boolean);
    },
    read: async (accountId, key) => {
      const document = await reads.load(formatCounterId(accountId, resource, key));
      return document?.n[encodeFieldName(key)] ?? (document?.overflow && isTextKey(key) ? undefined : 0);
    },
    readState: async (accountId, keys) => {
      const ids = [...new Set(keys.map((key) => formatCounterId(accountId, resource, key)))];
      const documents = await Promise.all(ids.map((id) => reads.load(id)));
      return JSON.stringify(documents.map((document) => [document?.marks, document?.sweptAt, document?.swept]));
    },
    prepare,
  };
};
