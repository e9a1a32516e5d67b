import { webhooks as descriptor, type Webhook } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import {
  handlersOf,
  type AccountLock,
  type ResourceHandlers,
  type ResourceStore,
  type StoreCall,
} from '@porchlight/store';
import type { WebhookDocument } from './webhook-document';
import { requireSystem, type WebhookStrategy } from './webhook-strategy';

/**
 * RPC handlers of webhooks. All require the owner and a registered system. Create returns the secret, once. Creates and
 * updates of one account run one after another, because the limit per account counts the webhooks of all its systems.
 */
export const createWebhookHandlers = (
  store: ResourceStore<Webhook, WebhookDocument>,
  strategy: WebhookStrategy,
  lock: AccountLock,
): ResourceHandlers => {
  const generic = handlersOf(descriptor, store);
  const inTurn = <T>(call: StoreCall, work: () => Promise<T>): Promise<T> =>
    lock.run(call.actor.accountId, call.signal, work);

  const createWebhook = async (request: { record?: Webhook }, call: StoreCall) => {
    const input = request.record;
    if (!input?.event || !input.url) throw refuse('INVALID_BODY', { problems: "Missing 'event' or 'url' field." });
    await strategy.check(input);
    return inTurn(call, async () => {
      const { draft, secret } = await strategy.draw(call, input);
      const document = await store.insert(call, draft);
      return { record: { ...(await store.render(document, call)), secret }, created: true };
    });
  };

  const handlers: ResourceHandlers = {
    ...generic,
    createWebhook,
    updateWebhook: (request, call) => inTurn(call, () => generic['updateWebhook']!(request, call)),
  };
  return Object.fromEntries(
    Object.entries(handlers).map(([name, handle]) => [
      name,
      async (request: unknown, call: StoreCall): Promise<unknown> => {
        // All verbs require the owner. The role is checked first, so that a broker gets FORBIDDEN instead of a
        // missing-header error.
        requireSystem(call);
        return handle(request, call);
      },
    ]),
  );
};
