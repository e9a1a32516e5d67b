import { approvedAddress, refusedAddress } from './callback-address';
import type { Redirectable } from './check-authorization-request';

const ISSUER = 'https://auth.example.com';
const to = (redirectUri: string): Redirectable => ({
  client: { clientId: 'c', name: 'App', redirectUris: [redirectUri], accountId: 1, development: false },
  redirectUri,
  responseType: 'auth_code',
  state: 's',
});

describe('the address of a redirect to an app', () => {
  it('given an ASCII address, then it is used unchanged', () => {
    const address = approvedAddress(to("https://App.example.com:443/a/../b;x='y'?z=1"), 'c0de', ISSUER);
    expect(address).toBe("https://App.example.com:443/a/../b;x='y'?z=1&response=approved&code=c0de&state=s");
  });

  it.each([
    ['path', 'https://app.example.com/π', 'https://app.example.com/%CF%80?'],
    ['query', 'https://app.example.com/?a=ü', 'https://app.example.com/?a=%C3%BC&'],
    ['host', 'https://exämple.com/cb', 'https://xn--exmple-cua.com/cb?'],
  ])('given other characters in its %s, then they are encoded for the header', (_part, uri, start) => {
    expect(approvedAddress(to(uri), 'c0de', ISSUER)).toBe(`${start}response=approved&code=c0de&state=s`);
    const denied = { error: 'access_denied', description: '' } as const;
    expect(refusedAddress(to(uri), denied, ISSUER)).toBe(`${start}response=denied&state=s`);
  });
});
