import type { Webhook, WebhookServiceDefinition } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import type { Descriptor } from '@porchlight/resource';
import type { Handlers } from '@porchlight/rpc';
import { createResourceHandlers, type AccountLock, type ResourceStore, type StoreCall } from '@porchlight/store';
import type { WebhookDocument } from './webhook-document';
import { withSystem, type WebhookStrategy } from './webhook-strategy';

/**
 * RPC handlers of webhooks. All require the owner and a registered system. Create returns the secret, once. Creates and
 * updates of one account run one after another, because the limit per account counts the webhooks of all its systems.
 */
export const createWebhookHandlers = (
  descriptor: Descriptor<Webhook>,
  store: ResourceStore<Webhook, WebhookDocument>,
  strategy: WebhookStrategy,
  lock: AccountLock,
): Handlers<typeof WebhookServiceDefinition> => {
  const handlers: Handlers<typeof WebhookServiceDefinition> = createResourceHandlers(descriptor, store);
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

  return {
    createWebhook: withSystem(createWebhook),
    getWebhook: withSystem(handlers.getWebhook),
    listWebhooks: withSystem(handlers.listWebhooks),
    updateWebhook: withSystem((request, call) => withAccountLock(call, () => handlers.updateWebhook(request, call))),
    deleteWebhook: withSystem(handlers.deleteWebhook),
  };
};
