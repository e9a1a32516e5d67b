import type { Request } from 'express';
import { presentedClient } from './presented-client';
import type { TokenError } from './token-responses';

/** What the client of a token sent. */
export interface TokenRequest {
  readonly parameters: Readonly<Record<string, string>>;
  readonly client: { readonly clientId: string; readonly clientSecret: string };
}

/** Each parameter once; an empty one counts as absent (RFC 6749 3.2). */
const readParameters = (sent: URLSearchParams): Record<string, string> | undefined => {
  const values: Record<string, string> = {};
  for (const [name, value] of sent) {
    if (Object.hasOwn(values, name)) return undefined;
    if (value !== '') values[name] = value;
  }
  return values;
};

/** Reads the parameters and the client of a request. The client may be in the body of a POST only. */
export const readTokenRequest = (
  req: Request,
  sent: URLSearchParams,
  { isPost }: { readonly isPost: boolean },
): TokenRequest | TokenError => {
  const parameters = readParameters(sent);
  if (!parameters) return { error: 'invalid_request', description: 'A parameter is there more than once.' };
  const client = presentedClient(req.headers.authorization, parameters, isPost);
  return 'error' in client ? client : { parameters, client };
};
