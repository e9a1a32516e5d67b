import { secretBytes, toBase64, type WebhookEvent } from './verify-webhook';

/** A secret for tests. */
export const SAMPLE_SECRET = 'whsec_cG9yY2hsaWdodC1zYW1wbGUtc2VjcmV0LTAwMDAwMDAx';

/** A webhook as the service sends it, for the tests of a receiver. */
export interface SignedWebhook {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Creates a signed webhook for a test. What `event` leaves out has defaults. */
export async function signSampleWebhook(
  event: Partial<WebhookEvent> = {},
  { secret = SAMPLE_SECRET, now = Date.now }: { readonly secret?: string; readonly now?: () => number } = {},
): Promise<SignedWebhook> {
  const timestamp = String(Math.floor(now() / 1_000));
  const resourceIds = event.resourceIds ?? [1];
  const name = event.event ?? 'peopleCreated';
  const body = JSON.stringify({
    eventId: 'sample-event',
    eventCreated: new Date(now()).toISOString(),
    event: name,
    resourceIds,
    uri: name.endsWith('Deleted') ? null : `https://api.porchlight.example/v1/people?id=${resourceIds.join(',')}`,
    ...event,
  });
  const id = event.eventId ?? 'sample-event';
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', secretBytes(secret), algorithm, false, ['sign']);
  const bytes = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  const signature = toBase64(new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes)));
  return {
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    },
    body,
  };
}
