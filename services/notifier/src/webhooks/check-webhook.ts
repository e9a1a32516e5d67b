import type { Webhook } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import type { ResourceStore, StoreCall } from '@porchlight/store';
import type { UrlCheck } from '../egress';
import type { WebhookDocument } from './webhook-document';

/** What is checked before a webhook is stored. */
export interface WebhookChecks {
  /** Throws WEBHOOK_URL_REFUSED. */
  checkUrl(url: string): Promise<void>;
  /**
   * Refuses a duplicate URL and more webhooks than the limit of an event. Requires the account lock until the write.
   * `except`: ids of webhooks that are not counted. Throws DUPLICATE, WEBHOOK_LIMIT.
   */
  enforceLimit(
    webhooks: Pick<ResourceStore<Webhook, WebhookDocument>, 'find'>,
    call: StoreCall,
    webhook: Pick<WebhookDocument, 'system' | 'event' | 'url'>,
    except: readonly number[],
  ): Promise<void>;
}

interface ChecksOptions {
  readonly checkUrl: UrlCheck;
  /** Webhooks of one event, system and account. */
  readonly perEvent: number;
}

const MAX_SIBLINGS = 1_000;

/** Normalizes scheme, host and default port, and removes the fragment, to compare receivers. */
const normalizeUrl = (text: string): string => {
  const url = new URL(text);
  url.hash = '';
  return url.href;
};

/** Checks of events, URLs and limits per event (decisions section 7). */
export const createWebhookChecks = ({ checkUrl, perEvent }: ChecksOptions): WebhookChecks => ({
  async checkUrl(url) {
    const why = await checkUrl(url);
    if (why !== undefined) throw refuse('WEBHOOK_URL_REFUSED', { why });
  },
  async enforceLimit(webhooks, call, { system, event, url }, except) {
    const siblings = await webhooks.find(call, { system, event }, MAX_SIBLINGS);
    const others = siblings.filter(({ id }) => !except.includes(id));
    if (others.some((other) => normalizeUrl(other.url) === normalizeUrl(url)))
      throw refuse('DUPLICATE', { what: 'a webhook', field: 'event and url' });
    if (others.length >= perEvent) throw refuse('WEBHOOK_LIMIT', { limit: perEvent, event });
  },
});
