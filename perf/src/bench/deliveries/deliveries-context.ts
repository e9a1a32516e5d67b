import type { Connection } from '@porchlight/tools/src/send/connection';
import type { ServiceClient } from '@porchlight/tools/src/send/service-client';
import { addWebhook, removeBenchWebhooks, type Sleep } from '../webhooks';
import { openBacklog, type Backlog } from './backlog';

/** What the parts about deliveries are measured with. */
export interface DeliveriesContext {
  readonly client: ServiceClient;
  readonly connection: Connection;
  readonly accountId: number;
  /** Body of POST /events for a known lead, and how many of these there are. */
  readonly body: string;
  readonly cycle: number;
  readonly runs: number;
  readonly pending: number;
  readonly say: (line: string) => void;
  readonly sleep: Sleep;
  readonly signal: AbortSignal;
}

/** Opens the backlog for a part of the bench and always clears it. */
export const withBacklog = async <T>(
  { connection, accountId, client }: DeliveriesContext,
  work: (backlog: Backlog) => Promise<T>,
): Promise<T> => {
  const backlog = await openBacklog((connection.mongodbUris?.['notifier'] ?? connection.mongodbUri)!, accountId);
  try {
    await backlog.clear();
    return await work(backlog);
  } finally {
    await removeBenchWebhooks(client).catch(() => undefined);
    await backlog.clear().finally(() => backlog.close());
  }
};

/** Creates the webhook that the backlog copies. */
export const createTemplate = async ({ client, say }: DeliveriesContext, url: string): Promise<number> => {
  const id = await addWebhook(client, 'eventsCreated', url, say);
  if (id === undefined) throw new Error('no webhook could be registered');
  return id;
};
