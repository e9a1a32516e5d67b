/**
 * Returns why a redirect URI is not allowed; undefined if it is. https only and without a fragment (decisions section
 * 8; RFC 6749 3.1.2). Addresses that a parser would normalize are refused, because they are compared as text.
 */
export const redirectUriProblem = (uri: string): string | undefined => {
  if (!/^https:\/\/[^/\\]/.test(uri) || !URL.canParse(uri)) return 'must be an absolute https:// address';
  if (/[\s\\\p{Cc}]/u.test(uri)) return 'must not contain spaces, backslashes or control characters';
  const { username, password, hash, hostname } = new URL(uri);
  if (username !== '' || password !== '' || uri.slice(8).split(/[/?]/, 1)[0]!.includes('@'))
    return 'must not contain user information';
  if (hash !== '' || uri.includes('#')) return 'must not contain a fragment';
  if (hostname.includes('*')) return 'must name one host';
  return undefined;
};
