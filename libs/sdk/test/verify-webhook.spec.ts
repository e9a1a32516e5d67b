import { createHmac, randomBytes } from 'node:crypto';
import { verifyLegacyWebhook, verifyWebhook } from '../src';

const secret = `whsec_${randomBytes(24).toString('base64')}`;
const other = `whsec_${randomBytes(24).toString('base64')}`;
const body = '{"eventId":"e1","event":"peopleCreated","resourceIds":[1],"uri":"https://x/é"}';
const nowMs = 1_700_000_000_000;
const sign = (key: string, id: string, seconds: number, text: string): string =>
  `v1,${createHmac('sha256', Buffer.from(key.slice(6), 'base64'))
    .update(`${id}.${seconds}.${text}`)
    .digest('base64')}`;
const signed = (key = secret, seconds = nowMs / 1_000) => ({
  'Webhook-Id': 'e1',
  'webhook-timestamp': String(seconds),
  'webhook-signature': `v1a,x ${sign(key, 'e1', seconds, body)}`,
});
const now = () => nowMs;

describe('the Standard Webhooks signature', () => {
  it('is valid for text and bytes, plain headers and Headers, and either secret of a rotation', async () => {
    const payload = { eventId: 'e1', event: 'peopleCreated', uri: 'https://x/é' };
    expect(await verifyWebhook({ headers: signed(), body }, { secret, now })).toMatchObject(payload);
    expect(
      await verifyWebhook(
        { headers: new Headers(signed()), body: Buffer.from(body) },
        { secret: [other, secret], now },
      ),
    ).toMatchObject(payload);
  });

  it.each([
    ['another secret', { headers: signed(other), body }, /fits no secret/],
    ['another body', { headers: signed(), body: body.replace('1', '2') }, /fits no secret/],
    ['another id', { headers: { ...signed(), 'Webhook-Id': 'e2' }, body }, /fits no secret/],
    ['an old timestamp', { headers: signed(secret, nowMs / 1_000 - 301), body }, /301 s old/],
    ['a future timestamp', { headers: signed(secret, nowMs / 1_000 + 301), body }, /301 s ahead/],
    ['no signature', { headers: { 'webhook-id': 'e1' }, body }, /header is missing/],
    [
      'a signature that is not base64',
      { headers: { ...signed(), 'webhook-signature': 'v1,%%' }, body },
      /fits no secret/,
    ],
    ['a timestamp that is not a number', { headers: { ...signed(), 'webhook-timestamp': 'x' }, body }, /no number/],
  ])('is invalid for %s', async (_case, request, message) => {
    await expect(verifyWebhook(request, { secret, now })).rejects.toMatchObject({
      name: 'PorchlightError',
      reason: 'INVALID_SIGNATURE',
      message: expect.stringMatching(message),
    });
  });
});

describe('the legacy signature', () => {
  const legacy = (key: string, text = body): string =>
    createHmac('sha256', key).update(Buffer.from(text).toString('base64')).digest('hex');

  it('is valid with the key of the system, also for large bodies and another header', async () => {
    expect(
      await verifyLegacyWebhook({ headers: { 'X-System-Signature': legacy('k') }, body }, { systemKey: 'k' }),
    ).toMatchObject({ eventId: 'e1' });
    const large = JSON.stringify({ eventId: 'é'.repeat(300_000) });
    expect(
      (
        await verifyLegacyWebhook(
          { headers: { 'x-own': legacy('k', large) }, body: large },
          { systemKey: 'k', header: 'X-Own' },
        )
      ).eventId,
    ).toHaveLength(300_000);
  });

  it.each([
    ['another key', legacy('l')],
    ['upper case', legacy('k').toUpperCase()],
    ['half of the signature', legacy('k').slice(32)],
  ])('is invalid for %s', async (_case, signature) => {
    await expect(
      verifyLegacyWebhook({ headers: { 'x-system-signature': signature }, body }, { systemKey: 'k' }),
    ).rejects.toMatchObject({ reason: 'INVALID_SIGNATURE' });
  });
});
