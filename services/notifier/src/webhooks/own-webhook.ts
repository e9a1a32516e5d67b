import type { Webhook } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import type { ResourceStore, StoreCall } from '@porchlight/store';
import type { WebhookDocument } from './webhook-document';
import { requireOwnSystem, canReadAllSystems, requireSystem } from './webhook-strategy';

type Webhooks = Pick<ResourceStore<Webhook, WebhookDocument>, 'load'>;

/**
 * Finds a webhook that the caller may read: of their system, or any in owner sessions of the console. Throws NOT_FOUND,
 * SYSTEM_REQUIRED.
 */
export const findVisibleWebhook = async (webhooks: Webhooks, call: StoreCall, id: number): Promise<WebhookDocument> => {
  const system = requireSystem(call);
  const document = await webhooks.load(call, id);
  if (!document || (document.system !== system && !canReadAllSystems(call)))
    throw refuse('NOT_FOUND', { what: 'webhook' });
  return document;
};

/** Finds a webhook of the caller's system. Throws NOT_FOUND, SYSTEM_REQUIRED, CONFLICT. */
export const findOwnWebhook = async (webhooks: Webhooks, call: StoreCall, id: number): Promise<WebhookDocument> => {
  const document = await findVisibleWebhook(webhooks, call, id);
  requireOwnSystem(call, document);
  return document;
};
