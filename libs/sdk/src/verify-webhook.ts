import type { WebhookEventName } from './generated/named-types';
import { InvalidSignatureError, PorchlightError } from './porchlight-error';

/** The payload of a webhook: which records changed, and where to read them. */
export interface WebhookEvent {
  /** The same for every attempt; use it to discard repeats. */
  readonly eventId: string;
  /** When the event happened, ISO 8601. */
  readonly eventCreated: string;
  /** Name of the event. A later version of the service may have more. */
  readonly event: WebhookEventName | (string & {});
  /** Ids of the records. */
  readonly resourceIds: readonly (number | string)[];
  /** Where the records can be read; null when they were deleted. */
  readonly uri: string | null;
  /** What ids do not say, for example the added tags. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** The same as `WebhookEvent`. */
export type WebhookNotification = WebhookEvent;

/** A received request with its unparsed body. */
export interface WebhookRequest {
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string | Uint8Array;
}

/** Options of `verifyWebhook`. */
export interface StandardWebhookOptions {
  /** `whsec_…`, from POST /webhooks or rotateSecret; both during a rotation. */
  readonly secret: string | readonly string[];
  /** Tolerance of the timestamp, s. Default 300. */
  readonly toleranceSeconds?: number;
  /** Current time, ms. Default: the clock. */
  readonly now?: () => number;
}

/** Options of `verifyLegacyWebhook`. */
export interface LegacyWebhookOptions {
  /** The system's X-System-Key. */
  readonly systemKey: string;
  /** Header of the signature. Default `X-System-Signature`. */
  readonly header?: string;
}

const encoder = new TextEncoder();
type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Verifies the Standard Webhooks signature of a request and returns its payload. Throws a PorchlightError
 * (INVALID_SIGNATURE) with the reason if the signature or the timestamp is not valid (decisions section 7).
 */
export async function verifyWebhook(
  request: WebhookRequest,
  { secret, toleranceSeconds = 300, now = Date.now }: StandardWebhookOptions,
): Promise<WebhookEvent> {
  const [id, timestamp, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    getHeader(request, name),
  );
  if (!id || !timestamp || !signature) throw invalidSignature('A webhook-… header is missing.');
  if (!/^\d{1,12}$/.test(timestamp)) throw invalidSignature('webhook-timestamp is no number of seconds.');
  const age = Math.round(now() / 1_000 - Number(timestamp));
  if (Math.abs(age) > toleranceSeconds)
    throw invalidSignature(`webhook-timestamp is ${Math.abs(age)} s ${age > 0 ? 'old' : 'ahead'}.`);
  const body = toBytes(request.body);
  const signed = concat(encoder.encode(`${id}.${timestamp}.`), body);
  const signatures = signature
    .split(' ')
    .filter((one) => one.startsWith('v1,'))
    .map((one) => fromBase64(one.slice(3)));
  for (const one of [secret].flat())
    for (const candidate of signatures)
      if (await isValid(secretBytes(one), candidate, signed)) return parsePayload(body);
  throw invalidSignature('webhook-signature fits no secret.');
}

/**
 * Verifies the legacy signature: hex HMAC-SHA256 of the base64 text of the body with the system's key. It contains no
 * timestamp.
 */
export async function verifyLegacyWebhook(
  request: WebhookRequest,
  { systemKey, header: name = 'X-System-Signature' }: LegacyWebhookOptions,
): Promise<WebhookEvent> {
  const signature = getHeader(request, name.toLowerCase());
  if (!signature || !/^[0-9a-f]{64}$/.test(signature))
    throw invalidSignature(`${name} is missing or is not 64 hexadecimal digits.`);
  const body = toBytes(request.body);
  const digest = Uint8Array.from(signature.match(/../g)!, (pair) => parseInt(pair, 16));
  if (!(await isValid(encoder.encode(systemKey), digest, encoder.encode(toBase64(body)))))
    throw invalidSignature(`${name} does not fit the system key.`);
  return parsePayload(body);
}

/** Verifies an HMAC. WebCrypto compares in constant time. */
async function isValid(key: Bytes, signature: Bytes, signed: Bytes): Promise<boolean> {
  const hmac = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  return crypto.subtle.verify('HMAC', hmac, signature, signed);
}

function parsePayload(body: Bytes): WebhookEvent {
  try {
    return JSON.parse(new TextDecoder().decode(body)) as WebhookEvent;
  } catch (cause) {
    throw new PorchlightError('The signature is valid, but the body is not JSON.', { reason: 'BAD_ANSWER', cause });
  }
}

function getHeader({ headers }: WebhookRequest, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof value === 'string' ? value : value?.[0];
}

/** The key of a secret. Throws a TypeError unless it is `whsec_` and base64. */
export function secretBytes(secret: string): Bytes {
  const text = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1];
  if (!text) throw new TypeError('A secret is whsec_ followed by base64.');
  return fromBase64(text);
}

const invalidSignature = (message: string): InvalidSignatureError =>
  new InvalidSignatureError(message, { reason: 'INVALID_SIGNATURE' });

const toBytes = (body: string | Uint8Array): Bytes =>
  typeof body === 'string' ? encoder.encode(body) : new Uint8Array(body);

function concat(a: Bytes, b: Bytes): Bytes {
  const all = new Uint8Array(a.length + b.length);
  all.set(a);
  all.set(b, a.length);
  return all;
}

/** Empty if the text is not base64; it then matches nothing. */
function fromBase64(text: string): Bytes {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

/** In chunks: one argument per byte would overflow the stack. */
export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(text);
}
