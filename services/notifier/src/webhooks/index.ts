import { defineNamingRecords, type NamingRecords } from '@porchlight/backend';
import {
  BACKENDS,
  DeliveryServiceDefinition,
  listDeclaredEvents,
  listUnfiredEvents,
  OWNER,
  WebhookEventServiceDefinition,
  WebhookServiceDefinition,
  withWebhookEvents,
  type Webhook,
  type WebhookEvent,
} from '@porchlight/contracts';
import {
  createAccountLock,
  type StoreCall,
  createResourceHandlers,
  type AccountLock,
  type ResourceStore,
} from '@porchlight/store';
import type { AuditLog } from '../audit';
import type { Deliveries } from '../deliveries';
import type { FeatureContext } from '../feature-context';
import { type EventPaths, type Payloads, EVENT_SECONDS, type EventStore } from '../payloads';
import { createDisableOfGrant, type DisableOfGrant } from '../grants';
import { createFanOut } from './fan-out';
import { createListDeliveries } from './list-deliveries';
import { findOwnWebhook } from './own-webhook';
import { createReplay } from './replay-webhook';
import { createRotateSecret } from './rotate-secret';
import { createTestWebhook } from './test-webhook';
import { secretContext, toEndpoint, webhookColumns, type WebhookDocument, webhookIndexes } from './webhook-document';
import {
  ANY_SYSTEM,
  createWebhookStrategy,
  forAnySystem,
  requireSystem,
  withSystem,
  type WebhookStrategy,
} from './webhook-strategy';
import { refuse } from '@porchlight/errors';
import type { Clock } from '@porchlight/runtime';
import type { Descriptor } from '@porchlight/resource';
import type { Handlers } from '@porchlight/rpc';

export { createRotateSecret } from './rotate-secret';
export { requireSystem, withSystem } from './webhook-strategy';

type Methods = Handlers<typeof WebhookServiceDefinition>;
/** The methods of the store; their call may be a copy. */
type StoreMethods = {
  readonly [M in keyof Methods]: (request: Parameters<Methods[M]>[0], call: StoreCall) => ReturnType<Methods[M]>;
};

/**
 * RPC handlers of webhooks. All require the owner and a registered system. Create returns the secret, once. Creates and
 * updates of one account run one after another, because the limit per account counts the webhooks of all its systems.
 */
const createWebhookHandlers = (
  descriptor: Descriptor<Webhook>,
  store: ResourceStore<Webhook, WebhookDocument>,
  strategy: WebhookStrategy,
  lock: AccountLock,
): Methods => {
  const handlers: StoreMethods = createResourceHandlers(descriptor, store);
  const withAccountLock = <T>(call: StoreCall, work: () => Promise<T>): Promise<T> =>
    lock.run(call.actor.accountId, call.signal, work);

  const createWebhook = async (request: { record?: Webhook | undefined }, call: StoreCall) => {
    const input = request.record;
    if (!input?.event || !input.url) throw refuse('INVALID_BODY', { problems: "Missing 'event' or 'url' field." });
    await strategy.check(input);
    return withAccountLock(call, async () => {
      const { draft, secret } = await strategy.draw(call, input);
      const document = await store.insert(call, draft);
      return { record: { ...(await store.render(document, call)), secret }, created: true };
    });
  };

  const inMode = (call: StoreCall, options: Readonly<Record<string, string>>): StoreCall =>
    options[ANY_SYSTEM] === 'true' ? forAnySystem(call) : call;

  return {
    createWebhook: withSystem(createWebhook),
    getWebhook: withSystem(async ({ id, options }, call) => ({
      record: await store.get(inMode(call, options), id, options),
    })),
    listWebhooks: withSystem((request, call) => {
      const filters = request.query?.filters.map(({ name, values }) => [name, values[0] ?? '']) ?? [];
      return handlers.listWebhooks(request, inMode(call, Object.fromEntries(filters)));
    }),
    updateWebhook: withSystem((request, call) =>
      withAccountLock(call, () => handlers.updateWebhook(request, inMode(call, request.options))),
    ),
    deleteWebhook: withSystem((request, call) => handlers.deleteWebhook(request, inMode(call, request.options))),
  };
};

/** ULID, optionally with the name of the event. */
const EVENT_ID = /^[0-9A-Za-z][0-9A-Za-z-]{0,99}$/;

/**
 * GET /v1/webhookEvents/{id}: an event of the last 30 days that the caller's system could receive (decisions section
 * 7).
 */
const getWebhookEvent =
  ({ events, clock }: { events: EventStore; clock: Clock }) =>
  async ({ id }: { id: string }, call: StoreCall): Promise<{ record: WebhookEvent }> => {
    const system = requireSystem(call);
    const event = EVENT_ID.test(id) ? (await events.read([id], [call.actor.accountId])).get(id) : undefined;
    const seen = event && event.accountId === call.actor.accountId && event.systems.includes(system);
    if (!seen || clock.now() - event.created.getTime() > EVENT_SECONDS * 1000)
      throw refuse('NOT_FOUND', { what: 'webhook event' });
    return {
      record: {
        id: event._id,
        eventCreated: event.occurred,
        event: event.event,
        resourceIds: event.ids,
        ...(event.uri !== null && { uri: event.uri }),
        ...(event.dataJson !== undefined && { dataJson: event.dataJson }),
      },
    };
  };

const MAX_SIBLINGS = 1_000;

/** Webhooks, their events and deliveries (decisions section 7). Returns those that name a system. */
export const registerWebhooks = (
  context: FeatureContext,
  { events, paths, box }: Payloads,
  deliveries: Deliveries,
  audit: AuditLog,
): { readonly naming: NamingRecords; readonly disableOfGrant: DisableOfGrant } => {
  const { config, contracts, store, rpc, egress, ids, clock, logger } = context;
  const random = (bytes: number): Buffer => ids.random(bytes);
  const descriptor = withWebhookEvents(contracts.webhookEvents);
  const lock = createAccountLock('webhooks', (name, ttlMs) => store.lease(name, ttlMs));

  const strategy = createWebhookStrategy({
    checkUrl: egress.checkUrl,
    unfiredEvents: listUnfiredEvents(contracts.resources),
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
        audit,
      }),
      rotateWebhookSecret: ({ webhookId }, call) => rotate(call, webhookId),
    },
    onlyOwner,
  );
  const createHandler = (names: Pick<EventPaths, 'isEventName'>) =>
    createFanOut({ ...ports, ...deliveries, directory, onLeft: deliveries.notify, paths: { ...paths, ...names } });
  context.addConsumer('changes.fan-out', 'fan-out', {
    sources: BACKENDS,
    recordsOnly: true,
    handler: createHandler(paths),
  });
  // One group each, so that a missing topic or a bad message of one service does not delay others.
  for (const { name, resources } of config.EXTERNAL_SERVICES_FILE ?? []) {
    const events = new Set(resources.flatMap(listDeclaredEvents));
    context.addConsumer(`changes.fan-out.${name}`, `fan-out.${name}`, {
      sources: [name],
      recordsOnly: true,
      handler: createHandler({ isEventName: (event) => events.has(event) }),
    });
  }
  const naming = defineNamingRecords(webhooks, {
    title: ({ event, url }) => `${event} to ${url}`,
    names: ({ system }, record) => system.toLowerCase() === record.name.toLowerCase(),
    dependent: true,
  });
  const disableOfGrant = createDisableOfGrant<WebhookDocument>(webhooks, (before) => ({
    ...before,
    status: 'Disabled',
    disabledBy: 'grant',
  }));
  return { naming, disableOfGrant };
};
