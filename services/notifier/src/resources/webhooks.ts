import type { Webhook } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import type { Draft, Strategy, StoreCall } from '@porchlight/store';
import { createSecret } from '../notification/signatures';
import type { SecretBox, UrlCheck } from '../ports';
import { secretContext, type WebhookDocument } from './webhook-document';

/** The webhook's system; this resource is not there without one (decisions section 3). Throws SYSTEM_REQUIRED. */
export const systemOf = (call: StoreCall): string => {
  const { system } = call.actor;
  if (!system) throw refuse('SYSTEM_REQUIRED');
  return system;
};

export interface WebhookRules {
  readonly checkUrl: UrlCheck;
  /** Webhooks of one event, system and account. */
  readonly perEvent: number;
  readonly box: SecretBox;
  readonly random: (bytes: number) => Buffer;
  /** The other webhooks of the system for this event. */
  readonly siblings: (call: StoreCall, system: string, event: string) => Promise<readonly WebhookDocument[]>;
  /** After a write: caches, and deliveries that wait. */
  readonly written: (before: WebhookDocument | undefined, after: WebhookDocument | undefined) => void;
}

/** A draft and the secret in clear, which is shown once. */
export interface NewWebhook {
  readonly draft: Draft<WebhookDocument>;
  readonly secret: string;
}

export type WebhookStrategy = Strategy<Webhook, WebhookDocument> & {
  /** The document to insert; another try is in order when its place was taken meanwhile. */
  draw(call: StoreCall, input: Webhook): Promise<NewWebhook>;
};

/** Rules of webhooks: own system only, limits per event, checked urls (decisions section 7). */
export const createWebhookStrategy = (rules: WebhookRules): WebhookStrategy => {
  const checkUrl = async (url: string): Promise<void> => {
    const why = await rules.checkUrl(url);
    if (why !== undefined) throw refuse('WEBHOOK_URL_REFUSED', { why });
  };

  /** A free place for the event; refuses the same url twice and more than the limit. */
  const findSlot = async (call: StoreCall, system: string, event: string, url: string, ownId: number): Promise<number> => {
    const others = (await rules.siblings(call, system, event)).filter(({ id }) => id !== ownId);
    if (others.some((other) => other.url === url)) throw refuse('DUPLICATE', { what: 'a webhook', field: 'event and url' });
    for (let slot = 0; slot < rules.perEvent; slot++) if (!others.some((other) => other.slot === slot)) return slot;
    throw refuse('WEBHOOK_LIMIT', { limit: rules.perEvent, event });
  };

  const demandOwn = (call: StoreCall, document: WebhookDocument): void => {
    if (document.system !== systemOf(call)) throw refuse('NOT_FOUND', { what: 'webhook' });
  };

  const draw = async (call: StoreCall, input: Webhook): Promise<NewWebhook> => {
    const system = systemOf(call);
    const event = input.event!;
    const url = input.url!;
    await checkUrl(url);
    const secret = createSecret(rules.random);
    const status = input.status === 'Disabled' ? 'Disabled' : 'Active';
    return {
      secret,
      draft: {
        status,
        event,
        url,
        system,
        slot: await findSlot(call, system, event, url, 0),
        secrets: [rules.box.seal(secret, secretContext(call.actor.accountId))],
        givenUp: [],
        ...(status === 'Disabled' && { disabledBy: 'owner' }),
      },
    };
  };

  return {
    draw,

    async prepareForUpdate(call, before, input, mask) {
      demandOwn(call, before);
      const event = mask.has('event') ? input.event! : before.event;
      const url = mask.has('url') ? input.url! : before.url;
      const status = mask.has('status') ? (input.status as WebhookDocument['status']) : before.status;
      if (url !== before.url) await checkUrl(url);
      const slot =
        event !== before.event || url !== before.url ? await findSlot(call, before.system, event, url, before.id) : before.slot;
      const { disabledBy, ...rest } = before;
      const after: WebhookDocument = { ...rest, event, url, status, slot: event === before.event ? before.slot : slot };
      if (status === 'Disabled') after.disabledBy = disabledBy ?? 'owner';
      else if (before.status === 'Disabled') after.givenUp = [];
      return after;
    },

    validateDelete: (call, before) => demandOwn(call, before),

    toRecord(document, call) {
      demandOwn(call, document);
      const { id, created, updated, status, event, url, system, version } = document;
      return { id, created, updated, status, event, url, system, version };
    },

    listCondition: (call) => ({ system: systemOf(call) }),
    countsOf: ({ system }) => [`system:${system}`],
    countFor: (call, filters) => (filters.length === 0 ? `system:${systemOf(call)}` : undefined),
    afterWrite: (_call, before, after) => rules.written(before, after),
  };
};

