import { signHeaders } from './signed-headers';

const headersWith = (signatureHeaders?: readonly string[]) =>
  signHeaders(
    { secrets: ['whsec_AAAA'] },
    {
      eventId: 'e1',
      body: '{}',
      systemKey: { key: 'k', ...(signatureHeaders && { signatureHeaders }) },
      systemSignatureHeader: 'X-System-Signature',
      at: new Date(0),
    },
  );

describe('Signed headers', () => {
  test('Given a system with further signature headers, Then each carries the legacy signature, at most three', () => {
    const headers = headersWith(['FUB-Signature', 'X-Sig', 'X-Old-Signature', 'X-Fourth']);
    const signature = headers['X-System-Signature'];
    expect(signature).toMatch(/^[0-9a-f]{64}$/);
    expect(headers).toMatchObject({ 'FUB-Signature': signature, 'X-Sig': signature, 'X-Old-Signature': signature });
    expect(headers).not.toHaveProperty('X-Fourth');
  });

  test('Given a name that is reserved or is not a header name, Then it is left out', () => {
    expect(headersWith(['Content-Type', 'webhook-signature', 'Host', 'X Bad', 'x-system-signature'])).toEqual(
      headersWith(),
    );
  });
});
