import type { ServiceClient } from '@porchlight/tools/src/send/service-client';
import type { Connection } from '@porchlight/tools/src/send/connection';
import { persist } from '../service-calls';
import type { Arrival, RegisteredWebhook } from './ledger';
import { parseApiId } from './queues';
import { RECEIVER_BEHAVIORS, REFUSING, startQueueReceiver, startReceiver, type ChaosReceiver } from './receivers';

/** The receivers of a run, with a webhook of each account for each of them. */
export type ChaosReceivers = Awaited<ReturnType<typeof openChaosReceivers>>;

/** Starts the receivers and registers their webhooks; `run` makes their paths unique. */
export const openChaosReceivers = async (
  connection: Connection,
  clients: ReadonlyMap<number, ServiceClient>,
  run: string,
) => {
  /** Ids of webhooks by the path of their URL. */
  const webhookAt = new Map<string, string>();
  const arrivals: Arrival[] = [];
  const webhooks: RegisteredWebhook[] = [];
  const record = (path: string, arrival: Omit<Arrival, 'webhookId'>): void => {
    const webhookId = webhookAt.get(path);
    if (webhookId !== undefined) arrivals.push({ ...arrival, webhookId });
  };
  const queueReceiver = await startQueueReceiver(process.argv[1]!, connection.receiverTls, record);
  const receivers: ChaosReceiver[] = [
    ...(await Promise.all(
      RECEIVER_BEHAVIORS.map((behavior) => startReceiver(behavior, connection.receiverTls, record)),
    )),
    queueReceiver,
  ];
  const refusing = await startReceiver(REFUSING, connection.receiverTls, record);
  for (const [accountId, client] of clients) {
    for (const { name, url } of receivers) {
      const path = `/${name}/${accountId}/${run}`;
      const { status, body } = await persist(client, {
        method: 'POST',
        path: '/v1/webhooks',
        json: { event: 'peopleCreated', url: url + path },
      });
      if (status !== 201) throw new Error(`A webhook could not be registered: ${status} ${JSON.stringify(body)}`);
      const id = `${accountId}/${String(body.id)}`;
      webhookAt.set(path, id);
      webhooks.push({ id, accountId, receiver: name });
    }
  }
  return {
    /** Requests of registered webhooks that arrived. */
    arrivals,
    /** Further ones may be added. */
    webhooks,
    /** Accepts everything. */
    good: receivers[0]!,
    queueReceiver,
    /** Refuses everything. */
    refusing,
    /** Records the requests at a path for a webhook. */
    follow: (path: string, webhookId: string): void => void webhookAt.set(path, webhookId),
    /** Deletes the webhooks and stops the receivers. */
    async stop(): Promise<void> {
      for (const { id, accountId } of webhooks)
        await clients
          .get(accountId)!
          .call({ method: 'DELETE', path: `/v1/webhooks/${parseApiId(id)}` })
          .catch(() => undefined);
      await Promise.all([refusing, ...receivers].map((receiver) => receiver.stop()));
    },
  };
};
