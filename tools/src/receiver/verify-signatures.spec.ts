import { verifyLegacy, verifyStandard } from './verify-signatures';

// The published example of Standard Webhooks.
const PUBLISHED = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: '1614265330',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  body: Buffer.from('{"test": 2432232314}'),
};
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const OTHER = 'whsec_c2Vjb25kLXNlY3JldC1vZi0yNC1ieXRlcw==';

// Computed with Python's hmac, the legacy one also with openssl:
// printf '%s' "$body" | base64 -w0 | tr -d '\n' | openssl dgst -sha256 -hmac system-key-1
const BODY = Buffer.from('{"eventId":"01J","event":"peopleCreated","resourceIds":[17],"x":"Zoë"}', 'utf8');
const OURS = {
  id: '01J',
  timestamp: '1767225600',
  signature: 'v1,ID3tjlqAXV8MHbpD2i7m6I74rkgSA6A6tutx60vUOP4=',
  body: BODY,
};
const LEGACY = '3405f0cc4e9171fd22321512c0c993a6ef4794d0de4bd14e03f6fb76fd1d65ed';

describe('verifyStandard', () => {
  const at = (nowSeconds: number, secrets = [SECRET]) => ({ nowSeconds, secrets });

  it('accepts the published example, up to five minutes either way', () => {
    for (const shift of [0, 300, -300]) expect(verifyStandard(PUBLISHED, at(1614265330 + shift))).toEqual({ ok: true });
  });

  it('accepts a body that is not ASCII, byte by byte', () => {
    expect(verifyStandard(OURS, at(1767225600, [OTHER]))).toEqual({ ok: true });
  });

  it('accepts any signature with any secret, as during rotation', () => {
    const signature = `v1,${'A'.repeat(43)}= v1a,odd ${PUBLISHED.signature}`;
    expect(verifyStandard({ ...PUBLISHED, signature }, at(1614265330, [OTHER, SECRET]))).toEqual({ ok: true });
    expect(verifyStandard({ ...PUBLISHED, signature }, at(1614265330, [SECRET, OTHER]))).toEqual({ ok: true });
  });

  it.each([
    ['another secret', {}, at(1614265330, [OTHER]), 'webhook-signature fits no secret'],
    ['no secret', {}, at(1614265330, []), 'no secret is known here'],
    ['another body', { body: Buffer.from('{"test": 2432232315}') }, at(1614265330), 'webhook-signature fits no secret'],
    ['another id', { id: 'msg_p5jXN8AQM9LWM0D4loKWxJel' }, at(1614265330), 'webhook-signature fits no secret'],
    ['another time', { timestamp: '1614265331' }, at(1614265330), 'webhook-signature fits no secret'],
    [
      'a cut signature',
      { signature: PUBLISHED.signature.slice(0, 20) },
      at(1614265330),
      'webhook-signature fits no secret',
    ],
    ['another version alone', { signature: 'v2,abc' }, at(1614265330), 'webhook-signature holds no v1 signature'],
    ['an old time', {}, at(1614265330 + 301), 'webhook-timestamp is 301 s old'],
    ['a time to come', {}, at(1614265330 - 301), 'webhook-timestamp is 301 s ahead'],
    ['no number as time', { timestamp: '1e9' }, at(1614265330), 'webhook-timestamp is no number of seconds'],
    ['a missing header', { signature: undefined }, at(1614265330), 'a webhook-… header is missing'],
  ])('refuses %s', (_, change, options, why) => {
    expect(verifyStandard({ ...PUBLISHED, ...change }, options)).toEqual({ ok: false, why });
  });
});

describe('verifyLegacy', () => {
  it('accepts lower-case hex over the base64 text of the body', () => {
    expect(verifyLegacy(LEGACY, BODY, 'system-key-1')).toEqual({ ok: true });
  });

  it.each([
    ['another key', LEGACY, BODY, 'system-key-2'],
    ['another body', LEGACY, Buffer.from('{}'), 'system-key-1'],
    ['upper case', LEGACY.toUpperCase(), BODY, 'system-key-1'],
    ['a cut one', LEGACY.slice(0, 62), BODY, 'system-key-1'],
  ])('refuses %s', (_, signature, body, key) => {
    expect(verifyLegacy(signature, body, key)).toEqual({ ok: false, why: 'it does not fit the system key' });
  });

  it('says that it is missing', () => {
    expect(verifyLegacy(undefined, BODY, 'k')).toEqual({ ok: false, why: 'the header is missing' });
  });
});
