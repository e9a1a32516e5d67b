import type { Webhook } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import type { ResourceStore, StoreCall } from '@porchlight/store';
import type { WebhookDocument } from '../resources/webhook-document';
import { systemOf } from '../resources/webhooks';

/** A webhook of the caller's system. Throws NOT_FOUND, SYSTEM_REQUIRED. */
export const ownWebhook = async (
  webhooks: Pick<ResourceStore<Webhook, WebhookDocument>, 'load'>,
  call: StoreCall,
  id: number,
): Promise<WebhookDocument> => {
  const system = systemOf(call);
  const document = await webhooks.load(call, id);
  if (document?.system !== system) throw refuse('NOT_FOUND', { what: 'webhook' });
  return document;
};
