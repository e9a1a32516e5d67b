import {
  DeliveryServiceDefinition,
  OWNER,
  WebhookEventServiceDefinition,
  WebhookServiceDefinition,
  type Webhook,
} from '@porchlight/contracts';
import type { RpcServer } from '@porchlight/rpc';
import type { Ids } from '@porchlight/runtime';
import type { ResourceStore } from '@porchlight/store';
import type { EventBatchStore } from './ports';
import { secretContext, type WebhookDocument } from './webhooks/webhook-document';
import { createWebhookHandlers } from './webhooks/webhook-handlers';
import type { WebhookStrategy } from './webhooks/webhook-strategy';
import { getWebhookEvent } from './webhooks/get-webhook-event';
import { createListDeliveries, type ListDeliveriesOptions } from './deliveries/list-deliveries';
import { ownWebhook } from './webhooks/own-webhook';
import { createReplay, type ReplayOptions } from './deliveries/replay-webhook';
import { createRotateSecret } from './webhooks/rotate-secret';
import { createTestWebhook, type TestWebhookOptions } from './webhooks/test-webhook';

export interface ServeWebhooksOptions extends Omit<
  ListDeliveriesOptions & ReplayOptions & TestWebhookOptions,
  'webhooks' | 'events' | 'log' | 'eventId'
> {
  readonly rpc: RpcServer;
  readonly webhooks: ResourceStore<Webhook, WebhookDocument>;
  readonly strategy: WebhookStrategy;
  readonly events: EventBatchStore;
  readonly log: ListDeliveriesOptions['log'];
  readonly ids: Ids;
}

/** Adds the handlers of webhooks, their events and their deliveries (decisions section 7). */
export const serveWebhooks = (options: ServeWebhooksOptions): void => {
  const { rpc, webhooks, strategy, lock, ids } = options;
  const rotate = createRotateSecret<WebhookDocument>({
    ...options,
    demandOwn: (call, id) => ownWebhook(webhooks, call, id),
    modify: webhooks.modify,
    contextOf: secretContext,
    random: (bytes) => ids.random(bytes),
  });
  const onlyOwner = { roles: [...OWNER] };
  rpc.add(WebhookServiceDefinition, createWebhookHandlers(webhooks, strategy, lock) as never);
  rpc.add(WebhookEventServiceDefinition, { getWebhookEvent: getWebhookEvent(options) }, onlyOwner);
  rpc.add(
    DeliveryServiceDefinition,
    {
      listDeliveries: createListDeliveries(options),
      replayWebhook: createReplay(options),
      testWebhook: createTestWebhook({ ...options, eventId: () => ids.eventId() }),
      rotateWebhookSecret: ({ webhookId }, call) => rotate(call, webhookId),
    },
    onlyOwner,
  );
};
