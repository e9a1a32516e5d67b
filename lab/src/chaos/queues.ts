import { MongoClient } from 'mongodb';
import type { BusOperator } from '@porchlight/bus';
import { localGet } from '@porchlight/tools/src/launcher/local-request';
import { forEachDatabase } from '@porchlight/tools/src/operator/every-database';
import type { ServiceClient } from '@porchlight/tools/src/send/service-client';
import type { Logged, RegisteredWebhook } from './ledger';
import { readAll } from '../service-calls';

const GAUGES = {
  due: 'porchlight_notifier_due_deliveries',
  waiting: 'porchlight_notifier_waiting_deliveries',
  running: 'porchlight_notifier_running_attempts',
} as const;

/**
 * Counts the entries of each queue: notifier, retries for these webhooks, lag of Kafka groups, dead letters, outboxes.
 * NaN if it cannot be determined.
 */
export async function readQueues(
  stack: { operations: Readonly<Record<string, string>>; mongodbUris: ReadonlyMap<string, string> },
  operator: BusOperator,
  webhooks: readonly RegisteredWebhook[],
): Promise<Map<string, number>> {
  const queues = new Map<string, number>();
  const { body } = await localGet(`${stack.operations['notifier']}/metrics`);
  for (const [name, metric] of Object.entries(GAUGES))
    queues.set(`deliveries ${name}`, Number(new RegExp(`^${metric}[^ ]* (\\S+)$`, 'm').exec(body)?.[1]));
  queues.set('deliveries pending', await countPending(stack.mongodbUris.get('notifier')!, webhooks));
  const own = (await operator.lags()).filter(({ group }) => !group.startsWith('chaos.'));
  // Missing groups have no lag.
  if (own.length === 0) queues.set('groups of consumers', Number.NaN);
  for (const { group, topic, lag } of own) queues.set(`lag of ${group} in ${topic}`, lag);
  queues.set(
    'dead letters',
    (await operator.deadLetterQueues()).reduce((sum, { open }) => sum + open, 0),
  );
  queues.set('outboxes', await countOutboxes(stack.mongodbUris));
  return queues;
}

/** Pending deliveries to these webhooks, with any due time. */
async function countPending(uri: string, webhooks: readonly RegisteredWebhook[]): Promise<number> {
  const ids = new Set(webhooks.map(({ id }) => id));
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 5_000 });
  try {
    const pending = await client
      .db('porchlight_notifier')
      .collection('deliveries')
      .find({ dueAt: { $gt: new Date(0) } })
      .project<{ accountId: number; webhookId: number }>({ accountId: 1, webhookId: 1 })
      .limit(1_000)
      .toArray();
    return pending.filter(({ accountId, webhookId }) => ids.has(`${accountId}/${webhookId}`)).length;
  } finally {
    await client.close();
  }
}

/** Documents of all databases whose changes have not been published yet. */
async function countOutboxes(uris: ReadonlyMap<string, string>): Promise<number> {
  let left = 0;
  const unpublished = { pendingSince: { $gt: new Date(0) } };
  await forEachDatabase(
    (service) => uris.get(service)!,
    async (database) => {
      for (const { name } of await database.listCollections({}, { nameOnly: true }).toArray())
        left += (await database.collection(name).find(unpublished).project({ _id: 1 }).limit(1_000).toArray()).length;
    },
  );
  return left;
}

/** Returns the public id of a webhook. */
export const parseApiId = (id: string): string => id.slice(id.indexOf('/') + 1);

/** The whole delivery log of webhooks, over the API. */
export async function readLog(
  webhooks: readonly RegisteredWebhook[],
  clients: ReadonlyMap<number, ServiceClient>,
): Promise<Logged[]> {
  const logged: Logged[] = [];
  for (const { id, accountId } of webhooks) {
    const path = `/v1/webhooks/${parseApiId(id)}/deliveries?limit=100`;
    const deliveries = await readAll<{ eventId: string; status: string; attempts: unknown[] }>(
      clients.get(accountId)!,
      path,
      'deliveries',
    );
    logged.push(
      ...deliveries.map(({ eventId, status, attempts }) => ({
        webhookId: id,
        eventId,
        status,
        attempts: attempts.length,
      })),
    );
  }
  return logged;
}

const AT_ONCE = 8;

/** Finds the account that owns an event over the API: first the expected one, then all others. */
export async function readOwners(
  claimed: ReadonlyMap<string, number>,
  clients: ReadonlyMap<number, ServiceClient>,
): Promise<Map<string, number>> {
  const owners = new Map<string, number>();
  const left = [...claimed];
  const knows = async (accountId: number, eventId: string): Promise<boolean> =>
    (await clients.get(accountId)!.call({ method: 'GET', path: `/v1/webhookEvents/${eventId}` })).status === 200;
  const work = async (): Promise<void> => {
    for (let one = left.pop(); one; one = left.pop()) {
      const [eventId, claimant] = one;
      for (const accountId of [claimant, ...[...clients.keys()].filter((id) => id !== claimant)]) {
        if (!(await knows(accountId, eventId))) continue;
        owners.set(eventId, accountId);
        break;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return owners;
}
