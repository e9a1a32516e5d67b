import { type Webhook, type WebhookServiceDefinition } from '@porchlight/contracts';
import type { Descriptor } from '@porchlight/resource';
import type { Handlers } from '@porchlight/rpc';
import { createResourceHandlers, type StoreCall } from '@porchlight/store';
import { createWebhook, type CreateWebhookOptions } from './create-webhook';
import { ANY_SYSTEM, forAnySystem, withSystem } from './webhook-strategy';

type Methods = Handlers<typeof WebhookServiceDefinition>;
/** The methods of the store; their call may be a copy. */
type StoreMethods = {
  readonly [M in keyof Methods]: (request: Parameters<Methods[M]>[0], call: StoreCall) => ReturnType<Methods[M]>;
};

const inMode = (call: StoreCall, options: Readonly<Record<string, string>>): StoreCall =>
  options[ANY_SYSTEM] === 'true' ? forAnySystem(call) : call;

/**
 * RPC handlers of webhooks. All require the owner and a registered system. Creates and updates of one account run one
 * after another.
 */
export const createWebhookHandlers = (descriptor: Descriptor<Webhook>, options: CreateWebhookOptions): Methods => {
  const { webhooks, lock } = options;
  const handlers: StoreMethods = createResourceHandlers(descriptor, webhooks);
  return {
    createWebhook: withSystem(createWebhook(options)),
    getWebhook: withSystem(async ({ id, options: query }, call) => ({
      record: await webhooks.get(inMode(call, query), id, query),
    })),
    listWebhooks: withSystem((request, call) => {
      const filters = request.query?.filters.map(({ name, values }) => [name, values[0] ?? '']) ?? [];
      return handlers.listWebhooks(request, inMode(call, Object.fromEntries(filters)));
    }),
    updateWebhook: withSystem((request, call) =>
      lock.run(call.actor.accountId, call.signal, () => handlers.updateWebhook(request, inMode(call, request.options))),
    ),
    deleteWebhook: withSystem((request, call) => handlers.deleteWebhook(request, inMode(call, request.options))),
  };
};
