import type { Webhook } from '@porchlight/contracts';
import { pinned } from '@porchlight/idempotency';
import type { Clock } from '@porchlight/runtime';
import type { ResourceStore, StoreCall } from '@porchlight/store';
import { createSecret } from '../notification/signatures';
import type { SecretBox } from '../ports';
import { secretContext, stillValid, type WebhookDocument } from '../resources/webhook-document';
import { ownWebhook } from './own-webhook';

export interface RotateSecretOptions {
  readonly webhooks: Pick<ResourceStore<Webhook, WebhookDocument>, 'load' | 'modify'>;
  readonly box: SecretBox;
  readonly random: (bytes: number) => Buffer;
  readonly clock: Clock;
}

/** The old secret signs too for so long (decisions section 7). */
const RETIRING_MS = 24 * 3_600_000;
/** Replaced secrets that sign at a time: each adds to a header. */
const MOST_RETIRING = 5;

/** POST /v1/webhooks/{id}/rotateSecret: answers a new secret, once. */
export const createRotateSecret =
  ({ webhooks, box, random, clock }: RotateSecretOptions) =>
  async ({ webhookId }: { webhookId: number }, call: StoreCall): Promise<{ secret: string }> => {
    await ownWebhook(webhooks, call, webhookId);
    const secret = await pinned(call, 'secret', () => createSecret(random));
    const context = secretContext(call.actor.accountId);
    const sealed = box.seal(secret, context);
    const isOurs = (other: string): boolean => box.open(other, context) === secret;
    const now = clock.date();
    const until = new Date(now.getTime() + RETIRING_MS);
    await webhooks.modify(
      call,
      webhookId,
      (before) => {
        // Sent again, the call has done it before.
        if (before.secrets.some(isOurs) || before.retiring?.some((one) => isOurs(one.secret))) return undefined;
        const replaced = before.secrets.map((old) => ({ secret: old, until }));
        return { ...before, secrets: [sealed], retiring: [...replaced, ...stillValid(before, now)].slice(0, MOST_RETIRING) };
      },
      { silent: true },
    );
    return { secret };
  };
