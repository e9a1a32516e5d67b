import { createHmac, timingSafeEqual } from 'node:crypto';

/** Result of a verification; if invalid, with the reason. */
export type Verdict = { readonly ok: true } | { readonly ok: false; readonly why: string };

const GOOD: Verdict = { ok: true };
const bad = (why: string): Verdict => ({ ok: false, why });

/** Compares in constant time. */
function equals(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The key bytes of a `whsec_` secret (base64 after the prefix). Throws for other text. */
export function decodeSecret(secret: string): Buffer {
  const text = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1];
  if (!text) throw new Error('A secret starts with whsec_ and goes on in base64.');
  return Buffer.from(text, 'base64');
}

export interface StandardSignature {
  /** Headers webhook-id, webhook-timestamp (seconds) and webhook-signature as received. */
  readonly id: string | undefined;
  readonly timestamp: string | undefined;
  readonly signature: string | undefined;
  /** The bytes of the body as received. */
  readonly body: Buffer;
}

/**
 * Verifies a Standard Webhooks signature (decisions section 7): `v1,` + base64 HMAC-SHA256 of `id.timestamp.body`.
 * Valid if one signature of the header matches one secret (rotation) and the time is within the tolerance.
 */
export function verifyStandard(
  { id, timestamp, signature, body }: StandardSignature,
  {
    secrets,
    nowSeconds,
    toleranceSeconds = 300,
  }: { secrets: readonly string[]; nowSeconds: number; toleranceSeconds?: number },
): Verdict {
  if (!id || !timestamp || !signature) return bad('a webhook-… header is missing');
  if (!/^\d{1,12}$/.test(timestamp)) return bad('webhook-timestamp is no number of seconds');
  const age = nowSeconds - Number(timestamp);
  if (Math.abs(age) > toleranceSeconds)
    return bad(`webhook-timestamp is ${Math.abs(Math.round(age))} s ${age > 0 ? 'old' : 'ahead'}`);
  if (secrets.length === 0) return bad('no secret is known here');
  const signatures = signature
    .split(' ')
    .filter((part) => part.startsWith('v1,'))
    .map((part) => Buffer.from(part.slice(3), 'base64'));
  if (signatures.length === 0) return bad('webhook-signature holds no v1 signature');
  const content = Buffer.concat([Buffer.from(`${id}.${timestamp}.`, 'utf8'), body]);
  // All secrets are compared with all signatures, in constant time.
  let fits = false;
  for (const secret of secrets) {
    const expected = createHmac('sha256', decodeSecret(secret)).update(content).digest();
    for (const one of signatures) fits = equals(one, expected) || fits;
  }
  return fits ? GOOD : bad('webhook-signature fits no secret');
}

/**
 * Verifies the legacy signature (decisions section 7): lower-case hex HMAC-SHA256 of the base64 text of the body with
 * the system's key. It contains no time.
 */
export function verifyLegacy(signature: string | undefined, body: Buffer, systemKey: string): Verdict {
  if (!signature) return bad('the header is missing');
  const expected = createHmac('sha256', systemKey).update(body.toString('base64')).digest('hex');
  return equals(Buffer.from(signature, 'utf8'), Buffer.from(expected, 'utf8'))
    ? GOOD
    : bad('it does not fit the system key');
}
