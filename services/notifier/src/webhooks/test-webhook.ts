import { maskError } from '@porchlight/egress';
import type { TestWebhookRequest, Webhook } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { memoize } from '@porchlight/idempotency';
import { startStopwatch, type Clock } from '@porchlight/runtime';
import type { AccountLock, ResourceStore, StoreCall } from '@porchlight/store';
import { formatPayload, type SecretBox, signHeaders } from '../payloads';
import type { Audit } from '../audit';
import type { Egress, SystemKeys } from '../egress';
import { toEndpoint, type WebhookDocument } from './webhook-document';
import { findVisibleWebhook } from './own-webhook';
import { forAnySystem } from './webhook-strategy';

export interface TestWebhookOptions {
  readonly webhooks: Pick<ResourceStore<Webhook, WebhookDocument>, 'load'>;
  readonly egress: Egress;
  readonly systemKeys: SystemKeys;
  readonly systemSignatureHeader: string;
  readonly box: SecretBox;
  readonly lock: AccountLock;
  readonly eventId: () => string;
  readonly clock: Clock;
  readonly audit: Pick<Audit, 'recordTest'>;
}

const RETRY_SECONDS = 5;

/**
 * POST /v1/webhooks/{id}/test: sends a signed event `test` while the caller waits. Records only the test itself, in the
 * audit log, and does not change the webhook's health. One at a time per webhook.
 */
export const createTestWebhook = (options: TestWebhookOptions) => {
  const { webhooks, clock } = options;

  const send = async (webhook: WebhookDocument, call: StoreCall) => {
    // A repeat of the call sends the same event id.
    const { eventId, at } = await memoize(call, 'event', () => ({ eventId: options.eventId(), at: clock.date() }));
    const systemKey = await options.systemKeys.find(webhook.system).catch(() => {
      throw refuse('UNAVAILABLE');
    });
    const { accountId, system } = webhook;
    const body = formatPayload({
      _id: eventId,
      accountId,
      event: 'test',
      ids: [],
      uri: null,
      occurred: at,
      created: at,
      systems: [system],
    });
    const { systemSignatureHeader } = options;
    const headers = signHeaders(toEndpoint(webhook, options.box, at), {
      eventId,
      body,
      systemKey,
      systemSignatureHeader,
      at,
    });
    await options.audit.recordTest(call, webhook.id, eventId);
    const elapsed = startStopwatch();
    const outcome = await options.egress.post(webhook.url, headers, body);
    const ms = Math.round(elapsed());
    return outcome.kind === 'answered' ? { status: outcome.status, ms } : { ms, error: maskError(outcome.error) };
  };

  return async ({ webhookId, anySystem }: TestWebhookRequest, call: StoreCall) => {
    const webhook = await findVisibleWebhook(webhooks, anySystem ? forAnySystem(call) : call, webhookId);
    const answer = await options.lock.attempt(`${webhook.accountId}:test:${webhook.id}`, call.signal, () =>
      send(webhook, call),
    );
    if (!answer) throw refuse('RATE_LIMITED', { seconds: RETRY_SECONDS });
    return answer;
  };
};
