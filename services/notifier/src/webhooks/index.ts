import {
  BACKENDS,
  DeliveryServiceDefinition,
  listDeclaredEvents,
  OWNER,
  WebhookEventServiceDefinition,
  WebhookServiceDefinition,
  withWebhookEvents,
  type Webhook,
} from '@porchlight/contracts';
import { createAccountLock } from '@porchlight/store';
import type { Deliveries } from '../deliveries';
import type { FeatureContext } from '../feature-context';
import type { EventPaths, Payloads } from '../payloads';
import { createFanOut } from './fan-out';
import { getWebhookEvent } from './get-webhook-event';
import { createListDeliveries } from './list-deliveries';
import { findOwnWebhook } from './own-webhook';
import { createReplay } from './replay-webhook';
import { createRotateSecret } from './rotate-secret';
import { createTestWebhook } from './test-webhook';
import { secretContext, toEndpoint, webhookColumns, type WebhookDocument, webhookIndexes } from './webhook-document';
import { createWebhookHandlers } from './webhook-handlers';
import { createWebhookStrategy } from './webhook-strategy';

export { createRotateSecret } from './rotate-secret';
export { requireSystem, withSystem } from './webhook-strategy';

const MAX_SIBLINGS = 1_000;

/** Webhooks, their events and deliveries (decisions section 7). */
export const registerWebhooks = (
  context: FeatureContext,
  { events, paths, box }: Payloads,
  deliveries: Deliveries,
): void => {
  const { config, contracts, store, rpc, egress, ids, clock, logger } = context;
  const random = (bytes: number): Buffer => ids.random(bytes);
  const descriptor = withWebhookEvents(contracts.webhookEvents);
  const lock = createAccountLock('webhooks', (name, ttlMs) => store.lease(name, ttlMs));

  const strategy = createWebhookStrategy({
    checkUrl: egress.checkUrl,
    perEvent: config.WEBHOOKS_PER_EVENT,
    perAccount: config.LIMIT_WEBHOOKS_PER_ACCOUNT,
    // Not the stored count: it is written after the webhook.
    count: async (call) => (await webhooks.find(call, {}, config.LIMIT_WEBHOOKS_PER_ACCOUNT)).length,
    box,
    random,
    siblings: (call, system, event) => webhooks.find(call, { system, event }, MAX_SIBLINGS),
  });
  const webhooks = store.resource<Webhook, WebhookDocument>({
    descriptor,
    columns: webhookColumns,
    strategy,
    indexes: webhookIndexes,
    afterWrite(_call, before, after) {
      directory.invalidate((after ?? before)!.accountId);
      if (before && after) deliveries.resume(after.accountId, after.id, before, after);
    },
  });
  const directory = deliveries.endpoints.add<WebhookDocument>({
    kind: 'webhook',
    documents: store.collection<WebhookDocument>(descriptor.resource),
    toEndpoints: (documents) => documents.map((document) => toEndpoint(document, box, clock.date())),
    modify: webhooks.modify,
  });

  const ports = { webhooks, events, log: deliveries.log, deliveryStore: deliveries.store, lock, clock, logger };
  const rotate = createRotateSecret<WebhookDocument>({
    requireOwn: (call, id) => findOwnWebhook(webhooks, call, id),
    modify: webhooks.modify,
    contextOf: secretContext,
    box,
    random,
    clock,
  });
  const onlyOwner = { roles: [...OWNER] };
  rpc.add(WebhookServiceDefinition, createWebhookHandlers(descriptor, webhooks, strategy, lock));
  rpc.add(WebhookEventServiceDefinition, { getWebhookEvent: getWebhookEvent(ports) }, onlyOwner);
  rpc.add(
    DeliveryServiceDefinition,
    {
      listDeliveries: createListDeliveries({ ...ports, nextTokenKey: config.NEXT_TOKEN_KEY_FILE }),
      replayWebhook: createReplay({ ...ports, onDue: deliveries.notify }),
      testWebhook: createTestWebhook({
        ...ports,
        egress: egress.tests,
        systemKeys: egress.systemKeys,
        systemSignatureHeader: config.SYSTEM_SIGNATURE_HEADER,
        box,
        eventId: () => ids.eventId(),
      }),
      rotateWebhookSecret: ({ webhookId }, call) => rotate(call, webhookId),
    },
    onlyOwner,
  );
  const createHandler = (names: Pick<EventPaths, 'isEventName'>) =>
    createFanOut({ ...ports, ...deliveries, directory, onLeft: deliveries.notify, paths: { ...paths, ...names } });
  context.addConsumer('changes.fan-out', 'fan-out', {
    sources: BACKENDS.filter((name) => name !== 'notifier'),
    handler: createHandler(paths),
  });
  // One group each, so that a missing topic or a bad message of one service does not delay others.
  for (const { name, resources } of config.EXTERNAL_SERVICES_FILE ?? []) {
    const events = new Set(resources.flatMap(listDeclaredEvents));
    context.addConsumer(`changes.fan-out.${name}`, `fan-out.${name}`, {
      sources: [name],
      handler: createHandler({ isEventName: (event) => events.has(event) }),
    });
  }
};
