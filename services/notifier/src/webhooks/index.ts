import { webhooks as descriptor, type Webhook } from '@porchlight/contracts';
import type { Clock, Logger } from '@porchlight/runtime';
import type { DocumentCollection, ResourceStore, Store, StoreCall } from '@porchlight/store';
import { loadByAccount } from './load-by-account';
import { createWebhookDirectory } from './webhook-directory';
import { createWebhookHealth } from './webhook-health';
import type { DeliveryStore, Endpoint, SecretBox, UrlCheck, WebhookDirectory, WebhookHealth } from '../ports';
import { endpointOf, webhookIndexes, type WebhookDocument } from './webhook-document';
import { createWebhookStrategy, type WebhookStrategy } from './webhook-strategy';
import { holdingEndpoints, type AccountStanding } from '../deliveries/follow-accounts';
import { createResume } from '../deliveries/resume-deliveries';

export interface WebhooksOptions {
  readonly store: Store;
  readonly standings: Pick<DocumentCollection<AccountStanding>, 'find'>;
  readonly book: Pick<DeliveryStore, 'resume'>;
  /** Deliveries are due. */
  readonly onDue: () => void;
  readonly checkUrl: UrlCheck;
  /** Most of a system for one event. */
  readonly perEvent: number;
  /** Maximum per account, all systems together. */
  readonly perAccount: number;
  readonly box: SecretBox;
  readonly random: (bytes: number) => Buffer;
  /** Milliseconds that other replicas may work with webhooks as they were. */
  readonly keepMs: number;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The part that webhooks are registered in: what serving and deliveries need of it. */
export interface Webhooks {
  readonly webhooks: ResourceStore<Webhook, WebhookDocument>;
  readonly strategy: WebhookStrategy;
  readonly directory: WebhookDirectory;
  readonly standing: WebhookHealth;
}

const MAX_SIBLINGS = 1_000;
/** Far above what an account may have (LIMIT_WEBHOOKS_PER_ACCOUNT). */
const MAX_LOADED_OF_ACCOUNT = 10_000;

/** Opens the webhooks (decisions section 7). */
export const openWebhooks = ({ store, box, clock, logger, ...options }: WebhooksOptions): Webhooks => {
  const resume = createResume({ ...options, clock, logger });
  const written = (before: WebhookDocument | undefined, after: WebhookDocument | undefined): void => {
    directory.forget((after ?? before)!.accountId);
    if (before && after) resume(after.accountId, after.id, before, after);
  };
  const strategy = createWebhookStrategy({
    checkUrl: options.checkUrl,
    perEvent: options.perEvent,
    perAccount: options.perAccount,
    // Not the stored count: it is written after the webhook.
    count: async (call) => (await webhooks.find(call, {}, options.perAccount)).length,
    box,
    random: options.random,
    siblings: (call: StoreCall, system, event) => webhooks.find(call, { system, event }, MAX_SIBLINGS),
    written,
  });
  const webhooks = store.resource<Webhook, WebhookDocument>({ descriptor, strategy, indexes: webhookIndexes });

  const documents = store.collection<WebhookDocument>(descriptor.resource);
  const load = async (accountIds: readonly number[]): Promise<Endpoint[]> => {
    const found = await loadByAccount(accountIds, MAX_LOADED_OF_ACCOUNT, (some, limit) =>
      documents.find({ accountId: { $in: [...some] }, deletedAt: { $exists: false } }, { limit }),
    );
    return found.map((document) => endpointOf(document, box, clock.date()));
  };
  const directory = createWebhookDirectory({
    load: holdingEndpoints(options.standings, load),
    clock,
    keepMs: options.keepMs,
  });
  const standing = createWebhookHealth<WebhookDocument>({ modify: webhooks.modify, directory, logger });
  return { webhooks, strategy, directory, standing };
};
