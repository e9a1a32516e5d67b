import { defineNamingRecords, methods, ofSystem } from '@porchlight/backend';
import {
  DeliveryServiceDefinition,
  type EventPaths,
  listDeclaredEvents,
  OWNER,
  WebhookEventServiceDefinition,
  WebhookServiceDefinition,
  withWebhookEvents,
  type Webhook,
} from '@porchlight/contracts';
import { createAccountLock, type ResourceStore } from '@porchlight/store';
import { audit } from '../audit';
import { deliveries } from '../deliveries';
import { egress } from '../egress';
import { createDisableOfGrant } from '../granted-records';
import { payloads } from '../payloads';
import { defineFeature } from '../service';
import { createWebhookChecks } from './check-webhook';
import { createFanOut } from './fan-out';
import { createListDeliveries } from './list-deliveries';
import { findOwnWebhook } from './own-webhook';
import { readWebhookEvent } from './read-webhook-event';
import { createReplay } from './replay-webhook';
import { createRotateSecret } from './rotate-secret';
import { createTestWebhook } from './test-webhook';
import { secretContext, toEndpoint, webhookColumns, type WebhookDocument, webhookIndexes } from './webhook-document';
import { createWebhookHandlers } from './webhook-handlers';
import type { Webhooks } from './webhook-parts';
import { createWebhookStrategy } from './webhook-strategy';

/** Webhooks, their events and deliveries (decisions section 7). */
export const webhooks = defineFeature({
  name: 'webhooks',
  needs: { egress, payloads, deliveries, audit },
  open({ config, store, clock, egress: { checkUrl }, payloads: { box, contracts }, deliveries }): Webhooks {
    const { endpoints, resume } = deliveries;
    const descriptor = withWebhookEvents(contracts.webhookEvents);
    const checks = createWebhookChecks({
      checkUrl,
      perEvent: config.WEBHOOKS_PER_EVENT,
    });
    const webhookStore: ResourceStore<Webhook, WebhookDocument> = store.resource<Webhook, WebhookDocument>({
      descriptor,
      columns: webhookColumns,
      strategy: createWebhookStrategy(checks, { find: (...query) => webhookStore.find(...query) }),
      indexes: webhookIndexes,
      afterWrite(_call, before, after) {
        endpoints.directory.invalidate((after ?? before)!.accountId);
        if (before && after) resume(after.accountId, after.id, before, after);
      },
    });
    return {
      webhooks: webhookStore,
      directory: endpoints.add<WebhookDocument>({
        kind: 'webhook',
        documents: store.collection<WebhookDocument>(descriptor.resource),
        toEndpoints: (documents) => documents.map((document) => toEndpoint(document, box, clock.date())),
        modify: webhookStore.modify,
      }),
      checks,
      lock: createAccountLock('webhooks', (name, ttlMs) => store.lease(name, ttlMs)),
      disableOfGrant: createDisableOfGrant<WebhookDocument>(webhookStore, (before) => ({
        ...before,
        status: 'Disabled',
        disabledBy: 'grant',
      })),
    };
  },
  serve(opened, parts) {
    const {
      config,
      ids,
      clock,
      logger,
      egress: clients,
      payloads: { contracts, events, paths, box },
      deliveries,
      audit,
    } = parts;
    const { EXTERNAL_SERVICES_FILE: services = [], SYSTEM_SIGNATURE_HEADER: systemSignatureHeader } = config;
    const { store: deliveryStore, log } = deliveries;
    const random = (bytes: number): Buffer => ids.random(bytes);
    const common = { ...opened, events, box, random, log, deliveryStore, clock, logger };
    const descriptor = withWebhookEvents(contracts.webhookEvents);
    const rotateSecret = createRotateSecret<WebhookDocument>({
      ...common,
      requireOwn: (call, id) => findOwnWebhook(opened.webhooks, call, id),
      modify: opened.webhooks.modify,
      contextOf: secretContext,
    });
    const fanOut = (names: Pick<EventPaths, 'isEventName'>) =>
      createFanOut({ ...common, ...deliveries, onLeft: deliveries.notify, paths: { ...paths, ...names } });
    const external = services.map(({ name, resources }) => {
      const names = new Set(resources.flatMap(listDeclaredEvents));
      return [`notifier.fan-out.${name}`, fanOut({ isEventName: (event) => names.has(event) })] as const;
    });
    const onlyOwner = { roles: [...OWNER] };
    return {
      methods: [
        methods(
          WebhookServiceDefinition,
          createWebhookHandlers(descriptor, { ...common, perAccount: config.LIMIT_WEBHOOKS_PER_ACCOUNT }),
        ),
        methods(WebhookEventServiceDefinition, { getWebhookEvent: readWebhookEvent(common) }, onlyOwner),
        methods(
          DeliveryServiceDefinition,
          {
            listDeliveries: createListDeliveries({ ...common, nextTokenKey: config.NEXT_TOKEN_KEY_FILE }),
            replayWebhook: createReplay({ ...common, onDue: deliveries.notify }),
            testWebhook: createTestWebhook({
              ...common,
              egress: clients.tests,
              systemKeys: clients.systemKeys,
              systemSignatureHeader,
              eventId: () => ids.eventId(),
              audit,
            }),
            rotateWebhookSecret: ({ webhookId }, call) => rotateSecret(call, webhookId),
          },
          onlyOwner,
        ),
      ],
      on: { 'notifier.fan-out': fanOut(paths), ...Object.fromEntries(external) },
      names: [
        defineNamingRecords(
          opened.webhooks,
          ofSystem(({ event, url }) => `${event} to ${url}`),
        ),
      ],
    };
  },
});
