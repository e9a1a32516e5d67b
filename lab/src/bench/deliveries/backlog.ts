import { MongoClient } from 'mongodb';
import type { BenchContext } from '../bench-context';
import { startBenchReceiver, type BenchReceiver } from '../bench-receiver';
import { BENCH_PATH } from '../webhooks';

/** Prefix of the ids of bench records. */
const PREFIX = 'bench-';
/** Ids of bench webhooks, far above those of the service. */
const FIRST_WEBHOOK = 3_000_000_000;
const AT_ONCE = 2_000;
const SHARED_EVENTS = 100;
const ACCOUNT_FACTOR = 2 ** 32;

export interface BacklogWebhook {
  readonly id: number;
  readonly url: string;
}

/** Pending deliveries, written into the database of the notifier: over the API they would take hours. */
export interface Backlog {
  /** Copies a webhook of the account, with its secret, for these URLs; the API allows fewer per account. */
  copyWebhook(id: number, urls: readonly string[]): Promise<BacklogWebhook[]>;
  /**
   * Adds deliveries of `peopleCreated` to the webhooks in turn, `dueAt` (ms) by their number. They share a few events.
   */
  add(count: number, webhooks: readonly BacklogWebhook[], dueAt: (nth: number) => number): Promise<void>;
  /** Number of the added deliveries whose attempt is in the log. */
  countAttempts(): Promise<number>;
  /** Starts a receiver that is stopped at the end. */
  startReceiver(): Promise<BenchReceiver>;
}

type TextKeyed = { _id: string };
type NumberKeyed = { _id: number; pendingSince?: Date; outbox?: unknown[] };

/** Opens the backlog for a part of the bench. Always removes its records, also those that a killed bench left. */
export const withBacklog = async <T>(
  { connection, account, signal }: BenchContext,
  work: (backlog: Backlog) => Promise<T>,
): Promise<T> => {
  const uri = (connection.mongodbUris?.['notifier'] ?? connection.mongodbUri)!;
  const client = await new MongoClient(uri, { serverSelectionTimeoutMS: 5_000 }).connect();
  const db = client.db('porchlight_notifier');
  const webhooks = db.collection<NumberKeyed>('webhooks');
  const events = db.collection<TextKeyed>('webhookEvents');
  const deliveries = db.collection<TextKeyed>('deliveries');
  const attempts = db.collection<TextKeyed>('attempts');
  const accountId = account.id;
  const receivers: BenchReceiver[] = [];
  const ids: string[] = [];
  let nextWebhook = FIRST_WEBHOOK;

  const clear = async (): Promise<void> => {
    await webhooks.deleteMany({
      _id: { $gt: accountId * ACCOUNT_FACTOR + FIRST_WEBHOOK - 1, $lt: (accountId + 1) * ACCOUNT_FACTOR },
    });
    for (const collection of [deliveries, attempts, events])
      await collection.deleteMany({ _id: { $gt: PREFIX, $lt: `${PREFIX}~` } });
  };

  const backlog: Backlog = {
    async copyWebhook(template, urls) {
      const _id = accountId * ACCOUNT_FACTOR + template;
      const { pendingSince: _pendingSince, ...source } = (await webhooks.findOne({ _id }))!;
      const made = urls.map((url) => ({ id: nextWebhook++, url }));
      await webhooks.insertMany(
        made.map(({ id, url }) => ({
          ...source,
          _id: accountId * ACCOUNT_FACTOR + id,
          id,
          url,
          ...(source.outbox && { outbox: [] }),
        })),
      );
      return made;
    },
    async add(count, to, dueAt) {
      const occurred = new Date();
      const shared = Array.from({ length: SHARED_EVENTS }, (_, nth) => `${PREFIX}${occurred.getTime()}-${nth}`);
      await events.insertMany(
        shared.map((_id, nth) => ({
          _id,
          accountId,
          event: 'peopleCreated',
          systems: [],
          occurred,
          created: occurred,
          ids: [nth + 1],
          uri: `https://localhost/v1/people?id=${nth + 1}`,
        })),
      );
      for (let at = 0; at < count; at += AT_ONCE) {
        signal.throwIfAborted();
        const some = Array.from({ length: Math.min(AT_ONCE, count - at) }, (_, n) => {
          const webhook = to[(at + n) % to.length]!;
          return {
            _id: `${PREFIX}d${ids.length + n}:${webhook.id}`,
            accountId,
            webhookId: webhook.id,
            eventId: shared[n % SHARED_EVENTS],
            lane: `${accountId} ${new URL(webhook.url).origin}`,
            status: 'Pending',
            occurred,
            created: occurred,
            dueAt: new Date(dueAt(at + n)),
            tries: 0,
          };
        });
        ids.push(...some.map(({ _id }) => _id));
        await deliveries.insertMany(some, { ordered: false });
      }
    },
    async countAttempts() {
      let count = 0;
      for (let at = 0; at < ids.length; at += AT_ONCE) {
        const some = ids.slice(at, at + AT_ONCE).map((id) => `${id}#1`);
        count += (await attempts.find({ _id: { $in: some } }, { projection: { _id: 1 } }).toArray()).length;
      }
      return count;
    },
    async startReceiver() {
      const receiver = await startBenchReceiver(connection.receiverTls);
      receivers.push(receiver);
      return receiver;
    },
  };
  try {
    await clear();
    return await work(backlog);
  } finally {
    for (const receiver of receivers) await receiver.stop();
    try {
      await clear();
    } finally {
      await client.close();
    }
  }
};

/** Address of a bench webhook at a receiver. */
export const hookAt = ({ url }: { readonly url: string }, name: string): string => `${url}${BENCH_PATH}${name}`;
