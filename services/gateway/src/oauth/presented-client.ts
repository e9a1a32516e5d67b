/** The client credentials of a token request, or the reason why they cannot be read. */
export type PresentedClient =
  | { readonly clientId: string; readonly clientSecret: string }
  | { readonly error: 'invalid_request' | 'invalid_client'; readonly description: string };

const MAX_HEADER = 1_024;

const unreadable = (description: string): PresentedClient => ({ error: 'invalid_client', description });

/**
 * RFC 6749 2.3.1 requires both parts form-encoded, the specification has them plain; ids and secrets contain no
 * character that differs except `%`.
 */
const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

const fromHeader = (header: string): PresentedClient => {
  const match = header.length <= MAX_HEADER ? /^basic +([A-Za-z0-9+/_-]+={0,2}) *$/i.exec(header) : null;
  if (!match) return unreadable('The Authorization header must be Basic with base64 of client_id:client_secret.');
  const text = Buffer.from(match[1]!, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0) return unreadable('The Authorization header holds no colon between client_id and client_secret.');
  const [clientId, clientSecret] = [decoded(text.slice(0, colon)), decoded(text.slice(colon + 1))];
  if (clientId === undefined || clientSecret === undefined)
    return unreadable('The Authorization header cannot be decoded.');
  return { clientId, clientSecret };
};

/**
 * Reads the client of a token request: in the header, or in the body of a POST, never both. A client_id in addition to
 * the header is allowed if it is the same.
 */
export const presentedClient = (
  header: string | undefined,
  parameters: Readonly<Record<string, string>>,
  bodyAllowed: boolean,
): PresentedClient => {
  const { client_id: clientId, client_secret: clientSecret } = parameters;
  if (header === undefined) {
    if (clientSecret !== undefined && !bodyAllowed)
      return {
        error: 'invalid_request',
        description: 'A client_secret does not belong into an address. Send it in the Authorization header.',
      };
    if (clientId === undefined || clientSecret === undefined)
      return unreadable('The client is missing. Send client_id and client_secret by HTTP Basic.');
    return { clientId, clientSecret };
  }
  if (clientSecret !== undefined)
    return {
      error: 'invalid_request',
      description: 'The client came twice. Send it in the header or in the body, not in both.',
    };
  const client = fromHeader(header);
  if ('clientId' in client && clientId !== undefined && clientId !== client.clientId)
    return { error: 'invalid_request', description: 'The client_id is another than in the Authorization header.' };
  return client;
};
