import type { Webhook } from '@porchlight/contracts';
import { invalidBody, refuse } from '@porchlight/errors';
import { memoize } from '@porchlight/idempotency';
import { getPreviousIds, type Draft, type StoreCall } from '@porchlight/store';
import { grantOf } from '../granted-records';
import { createSecret, type SecretBox } from '../payloads';
import { secretContext, type WebhookDocument } from './webhook-document';
import type { Webhooks } from './webhook-parts';
import { requireSystem } from './webhook-strategy';

export interface CreateWebhookOptions extends Pick<Webhooks, 'webhooks' | 'checks' | 'lock'> {
  readonly box: SecretBox;
  readonly random: (bytes: number) => Buffer;
  /** Webhooks of one account, all systems together. */
  readonly perAccount: number;
}

/** The fields that a webhook needs. */
type Input = Webhook & Required<Pick<Webhook, 'event' | 'url'>>;

/**
 * POST /v1/webhooks: stores a webhook of the caller's system and returns its secret, once. Throws INVALID_BODY,
 * WEBHOOK_URL_REFUSED, DUPLICATE, WEBHOOK_LIMIT, LIMIT_REACHED.
 */
export const createWebhook =
  (options: CreateWebhookOptions) =>
  async ({ record }: { record?: Webhook | undefined }, call: StoreCall) => {
    if (!record?.event || !record.url) throw invalidBody("Missing 'event' or 'url' field.");
    const { event, url } = record;
    const { webhooks, checks, lock } = options;
    await checks.checkUrl(url);
    return lock.run(call.actor.accountId, call.signal, async () => {
      await requireRoom(options, call, { event, url });
      const secret = await memoize(call, 'secret', () => createSecret(options.random));
      const document = await webhooks.insert(call, createDraft(options, call, { ...record, event, url }, secret));
      return { record: { ...(await webhooks.render(document, call)), secret }, created: true };
    });
  };

/** Requires the account lock: the limit per account counts the webhooks of all its systems. */
const requireRoom = async (
  { webhooks, checks, perAccount }: CreateWebhookOptions,
  call: StoreCall,
  { event, url }: Pick<Input, 'event' | 'url'>,
): Promise<void> => {
  // A repeat of the call finds the webhook that it created.
  const previousIds = getPreviousIds(call, 'webhooks');
  await checks.enforceLimit(webhooks, call, { system: requireSystem(call), event, url }, previousIds);
  if (previousIds.length > 0) return;
  // Not the stored count: it is written after the webhook.
  const { length: count } = await webhooks.find(call, {}, perAccount);
  if (count >= perAccount) throw refuse('LIMIT_REACHED', { limit: perAccount, what: 'webhooks' });
};

const createDraft = (
  { box }: CreateWebhookOptions,
  call: StoreCall,
  { event, url, status, earlyRetries = false }: Input,
  secret: string,
): Draft<WebhookDocument> => ({
  status: status === 'Disabled' ? 'Disabled' : 'Active',
  event,
  url,
  earlyRetries,
  system: requireSystem(call),
  ...grantOf(call.actor),
  secrets: [box.seal(secret, secretContext(call.actor.accountId))],
  givenUp: [],
  ...(status === 'Disabled' && { disabledBy: 'owner' }),
});
