import { CONSOLE_SYSTEM, isConsoleSystem, type Actor } from '@porchlight/access';
import { type Webhook, webhookDisabled, webhookFailing } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { updateOnly, type ResourceStore, type StoreCall, type Strategy } from '@porchlight/store';
import { grantOf } from '../granted-records';
import type { WebhookChecks } from './check-webhook';
import type { WebhookDocument } from './webhook-document';

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
const controlsAllSystems = (call: StoreCall): boolean => {
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

/** This service disables webhooks with the role of the operator; no request has it. */
const requireControlOf = (call: StoreCall, document: WebhookDocument): void => {
  if (call.actor.role !== 'Operator') requireControl(call, document);
};

/** Rules of webhooks: own system only, limits per event, checked urls (decisions section 7). */
export const createWebhookStrategy = (
  { checkUrl, enforceLimit }: WebhookChecks,
  webhooks: Pick<ResourceStore<Webhook, WebhookDocument>, 'find'>,
): Strategy<Webhook, WebhookDocument> => {
  return {
    prepare: updateOnly<Webhook, WebhookDocument>(async (call, before, { input, mask }) => {
      requireControlOf(call, before);
      const event = mask.has('event') ? input.event! : before.event;
      const url = mask.has('url') ? input.url! : before.url;
      const status = mask.has('status') ? (input.status as WebhookDocument['status']) : before.status;
      const earlyRetries = mask.has('earlyRetries') ? input.earlyRetries : before.earlyRetries;
      const isSetting = (earlyRetries ?? false) !== (before.earlyRetries ?? false);
      if (event !== before.event || url !== before.url || isSetting) requireOwnSystem(call, before);
      if (url !== before.url) await checkUrl(url);
      if (event !== before.event || url !== before.url)
        await enforceLimit(webhooks, call, { system: before.system, event, url }, [before.id]);
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
