import { mayPerform } from '@porchlight/access';
import { OWNER, webhooks as descriptor, type Webhook } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { handlersOf, isUniqueConflict, type ResourceHandlers, type ResourceStore, type StoreCall } from '@porchlight/store';
import type { WebhookDocument } from './webhook-document';
import { systemOf, type WebhookStrategy } from './webhooks';

/** A place can be lost to a parallel write; each loss means that another one got it, so few tries suffice. */
const TRIES = 10;

/**
 * RPC handlers of webhooks. All demand the owner and a registered system. Create answers the secret, once; create and
 * update try again when a parallel write took their place, until the rules themselves refuse.
 */
export const createWebhookHandlers = (
  store: ResourceStore<Webhook, WebhookDocument>,
  strategy: WebhookStrategy,
): ResourceHandlers => {
  const generic = handlersOf(descriptor, store);

  const createWebhook = async (request: { record?: Webhook }, call: StoreCall) => {
    if (!request.record?.event || !request.record.url) throw refuse('INVALID_BODY', { problems: "Missing 'event' or 'url' field." });
    const input = request.record;
    return retryLostPlaces(async () => {
      const { draft, secret } = await strategy.draw(call, input);
      const document = await store.insert(call, draft);
      return { record: { ...(await store.toRecord(document, call)), secret }, created: true };
    });
  };

  const handlers: ResourceHandlers = {
    ...generic,
    createWebhook,
    updateWebhook: (request, call) => retryLostPlaces(() => generic['updateWebhook']!(request, call)),
  };
  return Object.fromEntries(
    Object.entries(handlers).map(([name, handle]) => [
      name,
      async (request: unknown, call: StoreCall): Promise<unknown> => {
        // Every verb is the owner's, and the role is told first: a broker's mistake is not the missing header.
        if (!mayPerform(call.actor.role, OWNER)) throw refuse('FORBIDDEN', { role: call.actor.role });
        systemOf(call);
        return handle(request, call);
      },
    ]),
  );
};

const retryLostPlaces = async <T>(write: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries++) {
    try {
      return await write();
    } catch (error) {
      if (!isUniqueConflict(error)) throw error;
      if (tries === TRIES) throw refuse('CONFLICT');
    }
  }
};
