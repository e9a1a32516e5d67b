import { CONSOLE_SYSTEM, isConsoleSystem, type Actor } from '@porchlight/access';
import { type Webhook, webhookDisabled, webhookFailing } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { memoize } from '@porchlight/idempotency';
import { getPreviousIds, updateOnly, type Draft, type StoreCall, type Strategy } from '@porchlight/store';
import { grantOf } from '../grants';
import { createSecret, type SecretBox } from '../payloads';
import { secretContext, type WebhookDocument } from './webhook-document';

/** The reason why a URL is refused; undefined if it is permitted. */
export type UrlCheck = (url: string) => Promise<string | undefined>;

/**
 * Returns the caller's system, which webhooks require (decisions section 3). A gateway of the former version names the
 * console otherwise. Throws SYSTEM_REQUIRED.
 */
export const requireSystem = (call: StoreCall): string => {
  const { system } = call.actor;
  if (!system) throw refuse('SYSTEM_REQUIRED');
  return isConsoleSystem(system) ? CONSOLE_SYSTEM : system;
};

/** Requires a registered system of the caller. The server checks roles before, so that a broker gets FORBIDDEN. */
export const withSystem =
  <Q, A, C extends StoreCall>(method: (request: Q, call: C) => Promise<A>) =>
  async (request: Q, call: C): Promise<A> => {
    requireSystem(call);
    return method(request, call);
  };

/** The filter and the option that reach the webhooks of all systems. */
export const ANY_SYSTEM = 'anySystem';

/** An owner who asked for the webhooks of all systems (`anySystem=true`, D13.9). */
interface ControllingActor extends Actor {
  readonly anySystem?: boolean;
}

/** The call for the webhooks of all systems. */
export const forAnySystem = ({ actor, signal, suppressOwn = false, idempotency }: StoreCall): StoreCall => {
  const controlling: ControllingActor = { ...actor, anySystem: true };
  return { actor: controlling, signal, suppressOwn, idempotency };
};

/**
 * The owner controls the webhooks of all systems: in sessions of the console, and by `anySystem=true` over the API
 * (D13.9). Otherwise a key reaches those of its system only. The server requires the owner's role before.
 */
export const controlsAllSystems = (call: StoreCall): boolean => {
  const { anySystem = false }: ControllingActor = call.actor;
  return requireSystem(call) === CONSOLE_SYSTEM || anySystem;
};

/** Requires a webhook that the caller may see, disable, enable, test and delete. Throws NOT_FOUND. */
export const requireControl = (call: StoreCall, { system }: Pick<WebhookDocument, 'system'>): void => {
  if (system !== requireSystem(call) && !controlsAllSystems(call)) throw refuse('NOT_FOUND', { what: 'webhook' });
};

/** Requires a webhook of the caller's system. Throws NOT_FOUND, or CONFLICT for an owner who controls it. */
export const requireOwnSystem = (call: StoreCall, document: Pick<WebhookDocument, 'system'>): void => {
  requireControl(call, document);
  if (document.system === requireSystem(call)) return;
  throw refuse('CONFLICT', {
    message: `This webhook was created by the system '${document.system}'. Only that system can change its event, URL, early retries and secret.`,
  });
};

export interface WebhookRules {
  readonly checkUrl: UrlCheck;
  /** Names of events that nothing fires. */
  readonly unfiredEvents: ReadonlySet<string>;
  /** Webhooks of one event, system and account. */
  readonly perEvent: number;
  /** Webhooks of one account, all systems together. */
  readonly perAccount: number;
  /** Number of webhooks of the account, at most `perAccount`. */
  readonly count: (call: StoreCall) => Promise<number>;
  readonly box: SecretBox;
  readonly random: (bytes: number) => Buffer;
  /** The other webhooks of the system for this event. */
  readonly siblings: (call: StoreCall, system: string, event: string) => Promise<readonly WebhookDocument[]>;
}

/** A draft and the plain secret, which is returned once. */
export interface NewWebhook {
  readonly draft: Draft<WebhookDocument>;
  readonly secret: string;
}

/** Rules of webhooks. `draw` is separate because it needs a lock. */
export type WebhookStrategy = Strategy<Webhook, WebhookDocument> & {
  /** Checks the event and the URL; needs no lock. */
  check(input: Webhook): Promise<void>;
  /** Creates the document to insert. Requires the account lock, like updates. */
  draw(call: StoreCall, input: Webhook): Promise<NewWebhook>;
};

/** Normalizes scheme, host and default port, and removes the fragment, to compare receivers. */
const normalizeUrl = (text: string): string => {
  const url = new URL(text);
  url.hash = '';
  return url.href;
};

/** Rules of webhooks: own system only, limits per event, checked urls (decisions section 7). */
export const createWebhookStrategy = (rules: WebhookRules): WebhookStrategy => {
  const checkUrl = async (url: string): Promise<void> => {
    const why = await rules.checkUrl(url);
    if (why !== undefined) throw refuse('WEBHOOK_URL_REFUSED', { why });
  };

  /** Refuses a duplicate URL and more webhooks than the limit. Requires the account lock until the write. */
  const enforceWebhookLimit = async (
    call: StoreCall,
    wanted: Pick<WebhookDocument, 'system' | 'event' | 'url'>,
    own: readonly number[],
  ): Promise<void> => {
    const { system, event, url } = wanted;
    const others = (await rules.siblings(call, system, event)).filter(({ id }) => !own.includes(id));
    if (others.some((other) => normalizeUrl(other.url) === normalizeUrl(url)))
      throw refuse('DUPLICATE', { what: 'a webhook', field: 'event and url' });
    if (others.length >= rules.perEvent) throw refuse('WEBHOOK_LIMIT', { limit: rules.perEvent, event });
  };

  /** Throws INVALID_BODY for an event that nothing fires (D13.8). */
  const requireFired = (event: string): void => {
    if (!rules.unfiredEvents.has(event)) return;
    const problems = `Field 'event' must be an event that this version fires: nothing fires '${event}' yet. Webhooks that were registered for it before stay. Register again when it is in the list of events.`;
    throw refuse('INVALID_BODY', { problems });
  };

  const requireControlOf = (call: StoreCall, document: WebhookDocument): void => {
    // This service disables webhooks with this role; no request has it.
    if (call.actor.role !== 'Operator') requireControl(call, document);
  };

  const draw = async (call: StoreCall, input: Webhook): Promise<NewWebhook> => {
    const system = requireSystem(call);
    const event = input.event!;
    const url = input.url!;
    // A repeat of the call finds the webhook that it created.
    const made = getPreviousIds(call, 'webhooks');
    await enforceWebhookLimit(call, { system, event, url }, made);
    if (made.length === 0 && (await rules.count(call)) >= rules.perAccount)
      throw refuse('LIMIT_REACHED', { limit: rules.perAccount, what: 'webhooks' });
    const secret = await memoize(call, 'secret', () => createSecret(rules.random));
    const status = input.status === 'Disabled' ? 'Disabled' : 'Active';
    return {
      secret,
      draft: {
        status,
        event,
        url,
        earlyRetries: input.earlyRetries ?? false,
        system,
        ...grantOf(call.actor),
        secrets: [rules.box.seal(secret, secretContext(call.actor.accountId))],
        givenUp: [],
        ...(status === 'Disabled' && { disabledBy: 'owner' }),
      },
    };
  };

  return {
    async check({ event, url }) {
      requireFired(event!);
      await checkUrl(url!);
    },
    draw,

    prepare: updateOnly<Webhook, WebhookDocument>(async (call, before, { input, mask }) => {
      requireControlOf(call, before);
      const event = mask.has('event') ? input.event! : before.event;
      const url = mask.has('url') ? input.url! : before.url;
      const status = mask.has('status') ? (input.status as WebhookDocument['status']) : before.status;
      const earlyRetries = mask.has('earlyRetries') ? input.earlyRetries : before.earlyRetries;
      const isSetting = (earlyRetries ?? false) !== (before.earlyRetries ?? false);
      if (event !== before.event || url !== before.url || isSetting) requireOwnSystem(call, before);
      if (event !== before.event) requireFired(event);
      if (url !== before.url) await checkUrl(url);
      if (event !== before.event || url !== before.url)
        await enforceWebhookLimit(call, { system: before.system, event, url }, [before.id]);
      const { disabledBy, failingSince, warnedAt, grantId, ...rest } = before;
      const after: WebhookDocument = { ...rest, event, url, status, earlyRetries: earlyRetries ?? false };
      const isEnabled = status === 'Active' && before.status === 'Disabled';
      if (status === 'Disabled') after.disabledBy = disabledBy ?? 'owner';
      if (isEnabled) after.givenUp = [];
      // Earlier failures say nothing about another receiver, and the owner knows them.
      if (isEnabled || url !== before.url) return { ...after, ...grantOf(call.actor) };
      if (grantId !== undefined) after.grantId = grantId;
      if (failingSince) after.failingSince = failingSince;
      if (warnedAt) after.warnedAt = warnedAt;
      return after;
    }),

    validateDelete: (call, before) => requireControlOf(call, before),

    render(document, call) {
      requireControlOf(call, document);
      return {};
    },

    planList(call, { filters }) {
      const system = requireSystem(call);
      const readsAll = controlsAllSystems(call);
      const counter = readsAll ? 'total' : `system:${system}`;
      return {
        conditions: readsAll ? [] : [{ system }],
        counter: filters.some(({ name }) => name !== ANY_SYSTEM) ? undefined : counter,
      };
    },
    counts: ({ system }) => [`system:${system}`],
    events(before, after) {
      if (before?.status !== 'Active' || !after) return [];
      const { id, event, url, disabledBy, givenUp, warnedAt } = after;
      if (warnedAt && warnedAt.getTime() !== before.warnedAt?.getTime()) {
        const cause = givenUp.length > before.givenUp.length ? 'givenUp' : 'failures';
        return [webhookFailing.event({ webhookId: id, event, url, cause })];
      }
      if (after.status !== 'Disabled' || disabledBy === 'owner') return [];
      // Its consumer notifies the owner (decisions section 7), so a crash does not lose the notification.
      return [webhookDisabled.event({ webhookId: id, event, url, by: disabledBy ?? 'service' })];
    },
  };
};
