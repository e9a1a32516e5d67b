import { MongoClient } from 'mongodb';

/** Prefix of the ids of bench records. */
const PREFIX = 'bench-';
/** Ids of bench webhooks, far above those of the service. */
const FIRST_WEBHOOK = 3_000_000_000;
const AT_ONCE = 2_000;
const SHARED_EVENTS = 100;
const DAY_MS = 86_400_000;
const ACCOUNT_FACTOR = 2 ** 32;

export interface BacklogWebhook {
  readonly id: number;
  readonly url: string;
}

/** Where deliveries are pending: straight in the database of the notifier, for through the API it would take hours. */
export interface Backlog {
  /** Copies of a webhook of the account, with its secret, for these addresses. */
  addWebhooks(template: number, urls: readonly string[]): Promise<BacklogWebhook[]>;
  /** Pending deliveries, to the webhooks in turn, `dueAt` (ms) by their number; a few events are shared by all. */
  add(
    count: number,
    webhooks: readonly BacklogWebhook[],
    event: string,
    dueAt: (nth: number) => number,
    signal: AbortSignal,
  ): Promise<void>;
  /** Attempts that are in the log of deliveries pending so far. */
  countAttempts(): Promise<number>;
  /** Removes all of it, also what a killed bench left. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

type TextKeyed = { _id: string };
type NumberKeyed = { _id: number; pendingSince?: Date; outbox?: unknown[] };

export const openBacklog = async (mongodbUri: string, accountId: number): Promise<Backlog> => {
  const client = await new MongoClient(mongodbUri, { serverSelectionTimeoutMS: 5_000 }).connect();
  const db = client.db('porchlight_notifier');
  const webhooks = db.collection<NumberKeyed>('webhooks');
  const events = db.collection<TextKeyed>('webhookEvents');
  const deliveries = db.collection<TextKeyed>('deliveries');
  const attempts = db.collection<TextKeyed>('attempts');
  let nextWebhook = FIRST_WEBHOOK;
  let added = 0;
  const ids: string[] = [];

  const clear = async (): Promise<void> => {
    await webhooks.deleteMany({
      _id: { $gt: accountId * ACCOUNT_FACTOR + FIRST_WEBHOOK - 1, $lt: (accountId + 1) * ACCOUNT_FACTOR },
    });
    for (const collection of [deliveries, attempts, events])
      await collection.deleteMany({ _id: { $gt: PREFIX, $lt: `${PREFIX}~` } });
    ids.length = 0;
  };

  return {
    async addWebhooks(template, urls) {
      const { pendingSince: _pendingSince, ...source } = (await webhooks.findOne({
        _id: accountId * ACCOUNT_FACTOR + template,
      }))!;
      const made = urls.map((url) => ({ id: nextWebhook++, url }));
      const copies = made.map(({ id, url }) => ({
        ...source,
        _id: accountId * ACCOUNT_FACTOR + id,
        id,
        url,
        ...(source.outbox && { outbox: [] }),
      }));
      await webhooks.insertMany(copies);
      return made;
    },
    async add(count, to, event, dueAt, signal) {
      const occurred = new Date();
      const shared = Array.from({ length: SHARED_EVENTS }, (_, nth) => `${PREFIX}${occurred.getTime()}-${nth}`);
      const base = { accountId, event, systems: [], occurred, created: occurred };
      await events.insertMany(
        shared.map((_id, nth) => ({
          ...base,
          _id,
          ids: [nth + 1],
          uri: `https://localhost/v1/people?id=${nth + 1}`,
        })),
      );
      for (let at = 0; at < count; at += AT_ONCE) {
        signal.throwIfAborted();
        const some = Array.from({ length: Math.min(AT_ONCE, count - at) }, (_, n) => {
          const webhook = to[(at + n) % to.length]!;
          const _id = `${PREFIX}d${added++}:${webhook.id}`;
          ids.push(_id);
          const lane = `${accountId} ${new URL(webhook.url).origin}`;
          return {
            _id,
            accountId,
            webhookId: webhook.id,
            eventId: shared[n % SHARED_EVENTS],
            lane,
            status: 'Pending',
            occurred,
            created: occurred,
            dueAt: new Date(dueAt(at + n)),
            tries: 0,
          };
        });
        await deliveries.insertMany(some, { ordered: false });
      }
    },
    async countAttempts() {
      let count = 0;
      for (let at = 0; at < ids.length; at += AT_ONCE)
        count += (
          await attempts
            .find(
              { _id: { $in: ids.slice(at, at + AT_ONCE).map((id) => `${id}#1`) } as never },
              { projection: { _id: 1 } },
            )
            .toArray()
        ).length;
      return count;
    },
    clear,
    close: () => client.close(),
  };
};

/** Moments of retries in the coming day. */
export const inTheComingDay = (nth: number, count: number): number =>
  Date.now() + 3_600_000 + Math.floor((nth / count) * (DAY_MS - 3_600_000));
