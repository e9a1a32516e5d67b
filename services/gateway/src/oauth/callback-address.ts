import type { Redirectable, RedirectError } from './check-authorization-request';

const ASCII = /^[\x21-\x7e]*$/;

const withQuery = (uri: string, query: Readonly<Record<string, string | undefined>>): string => {
  const pairs = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
  // The registered address is used unchanged, with its query (RFC 6749 3.1.2).
  const open = uri.includes('?') ? (/[?&]$/.test(uri) ? uri : `${uri}&`) : `${uri}?`;
  // %20 instead of +, which not all clients decode as a space.
  const address = open + pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  // A header has ASCII only: other characters are sent as a browser would encode them.
  return ASCII.test(address) ? address : new URL(address).href;
};

/**
 * The redirect after approval: for `auth_code` exactly response, code and state; for `code` according to RFC 6749 and
 * 9207.
 */
export const approvedAddress = (
  { redirectUri, responseType, state }: Redirectable,
  code: string,
  issuer: string,
): string =>
  responseType === 'auth_code'
    ? withQuery(redirectUri, { response: 'approved', code, state })
    : withQuery(redirectUri, { code, state, iss: issuer });

/**
 * The redirect after a denial or an error. `auth_code` supports `response=denied` only (specification: OAuth 2.0, 2).
 */
export const refusedAddress = (
  { redirectUri, responseType, state }: Redirectable,
  { error, description }: RedirectError,
  issuer: string,
): string =>
  responseType === 'auth_code'
    ? withQuery(redirectUri, { response: 'denied', state })
    : withQuery(redirectUri, {
        error,
        error_description: error === 'access_denied' ? undefined : description,
        state,
        iss: issuer,
      });
