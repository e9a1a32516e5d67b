import { createSecret, standardSignature, systemSignature } from './signatures';

// Expected values were computed with Python's hmac module; the first vector is the one of the Standard Webhooks
// libraries.
const BODY = '{"eventId":"01J","name":"Zoë"}';
const SECRET = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=';

describe('Signatures', () => {
  test('When the test vector of the Standard Webhooks libraries is signed, Then the signature matches', () => {
    expect(
      standardSignature(
        ['whsec_plJ3nmyCDGBKInavdOK15jsl'],
        'msg_loFOjxBNrRLzqYUf',
        1731705121,
        '{"event_type":"ping","data":{"success":true}}',
      ),
    ).toBe('v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0=');
  });

  test('When two secrets are valid, Then each signs, in order, over the bytes of the body', () => {
    const signed = standardSignature([SECRET, 'whsec_plJ3nmyCDGBKInavdOK15jsl'], '01J', 1760000000, BODY).split(' ');
    expect(signed).toHaveLength(2);
    expect(signed[0]).toBe('v1,1F7Y/xvcCuDrSeUDtfat9nPaA0UwLMJRKsysYVzTX2g=');
    expect(signed[1]).not.toBe(signed[0]);
  });

  test("When the system's key signs, Then it is hex over the base64 of the raw body", () => {
    expect(systemSignature('pls_demo-key', BODY)).toBe(
      '573345c3be4d7f39ff5432b2b2125938f57b63d187a2928c935ff6538a6f88c6',
    );
  });

  test('When a secret is created, Then it is whsec_ and base64 of 32 random bytes', () => {
    expect(createSecret(() => Buffer.from('0123456789abcdef0123456789abcdef'))).toBe(SECRET);
  });
});
