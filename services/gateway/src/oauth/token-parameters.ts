import type { TokenError } from './token-responses';

/** Each parameter once; an empty one counts as absent (RFC 6749 3.2). */
export const readParameters = (sent: URLSearchParams): Record<string, string> | TokenError => {
  const values: Record<string, string> = {};
  for (const [name, value] of sent) {
    if (Object.hasOwn(values, name))
      return { error: 'invalid_request', description: 'A parameter is there more than once.' };
    if (value !== '') values[name] = value;
  }
  return values;
};

/** True for an error instead of values. */
export const isTokenError = (value: object): value is TokenError => 'error' in value && 'description' in value;
