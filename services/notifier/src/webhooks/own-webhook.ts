import type { Webhook } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import type { ResourceStore, StoreCall } from '@porchlight/store';
import type { WebhookDocument } from './webhook-document';
import { requireControl, requireOwnSystem, requireSystem } from './webhook-strategy';

type Webhooks = Pick<ResourceStore<Webhook, WebhookDocument>, 'load'>;

/**
 * Finds a webhook that the caller may see, disable, enable, test and delete (`requireControl`). Throws NOT_FOUND,
 * SYSTEM_REQUIRED.
 */
export const findVisibleWebhook = async (webhooks: Webhooks, call: StoreCall, id: number): Promise<WebhookDocument> => {
  requireSystem(call);
  const document = await webhooks.load(call, id);
  if (!document) throw refuse('NOT_FOUND', { what: 'webhook' });
  requireControl(call, document);
  return document;
};

/** Finds a webhook of the caller's system. Throws NOT_FOUND, SYSTEM_REQUIRED, CONFLICT. */
export const findOwnWebhook = async (webhooks: Webhooks, call: StoreCall, id: number): Promise<WebhookDocument> => {
  const document = await findVisibleWebhook(webhooks, call, id);
  requireOwnSystem(call, document);
  return document;
};
