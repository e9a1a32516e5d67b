import type { JsonSchema } from '@porchlight/resource';
import { describeNames } from './describe-all';
import type { GatewayOperation } from './gateway-operations';
import { formatResponses, OPERATION, type Operation } from './operation';

const text: JsonSchema = { type: 'string' };
const ERROR: JsonSchema = { $ref: '#/components/schemas/OauthError' };
const METADATA: JsonSchema = {
  type: 'object',
  properties: { issuer: text },
  required: ['issuer'],
  additionalProperties: true,
};
const KEY_SET: JsonSchema = {
  type: 'object',
  properties: { keys: { type: 'array', items: { type: 'object', additionalProperties: true } } },
  required: ['keys'],
};
const oauthError = (description: string, headers?: object): JsonSchema => ({
  description,
  ...(headers && { headers }),
  content: { 'application/json': { schema: ERROR } },
});

/** Errors by RFC 6749 5.2, in the standard's format. */
const tokenErrors = {
  400: oauthError('invalid_request, invalid_grant, unsupported_grant_type.'),
  401: oauthError('invalid_client.', { 'WWW-Authenticate': { $ref: '#/components/headers/WWW-Authenticate' } }),
  429: oauthError('temporarily_unavailable: too many failed attempts.', {
    'Retry-After': { $ref: '#/components/headers/Retry-After' },
  }),
};

const query = (name: string, description: string, schema: JsonSchema = text, required = false): JsonSchema => ({
  name,
  in: 'query',
  description,
  required,
  schema,
});

const GRANTS: JsonSchema = { type: 'string', enum: ['auth_code', 'authorization_code', 'refresh_token'] };
const TOKEN_FIELDS: Readonly<Record<string, readonly [string, JsonSchema]>> = {
  grant_type: ['What is exchanged: a code (auth_code and authorization_code are the same) or a refresh_token.', GRANTS],
  code: ['The code of the callback.', text],
  redirect_uri: ['Where the code was sent to.', text],
  state: ['As in the authorization request; compared for auth_code.', text],
  code_verifier: ['Of PKCE.', text],
  refresh_token: ['For the grant refresh_token.', text],
};
const CLIENT_FIELDS: Readonly<Record<string, JsonSchema>> = { client_id: text, client_secret: text };

const tokens = {
  ...formatResponses(
    { 200: { description: 'Tokens.', schema: { $ref: '#/components/schemas/OauthTokens' } } },
    [500, 503],
    ['X-Request-Id'],
  ),
  ...tokenErrors,
};
const client = [{ clientCredentials: [] }];

const root = (method: 'get' | 'post', path: string, operation: Operation): GatewayOperation => ({
  method,
  path,
  root: true,
  operation: { tags: ['Apps'], ...operation },
});

const form = (properties: Readonly<Record<string, JsonSchema>>, required: readonly string[]): JsonSchema => ({
  required: true,
  content: { 'application/x-www-form-urlencoded': { schema: { type: 'object', properties, required } } },
});

/** The meaning of names in these operations. */
const TEXTS: Readonly<Record<string, string>> = {
  client_id: 'Id of the app, if it does not authenticate with Basic.',
  client_secret: 'Secret of the app, if it does not authenticate with Basic.',
  token: 'The access or refresh token to revoke.',
  token_type_hint: 'Kind of the token. It has no effect.',
  error: 'Code of the error (RFC 6749).',
  error_description: 'What to do about the error.',
  access_token: 'Token for the header Authorization, as Bearer.',
  token_type: 'Always Bearer.',
  expires_in: 'Time until the access token expires, seconds.',
  refresh_token: 'Token for the next refresh. It replaces the former one.',
  issuer: 'Address of the authorization server.',
  keys: 'The public keys.',
};

/** Components of these operations. */
export const OAUTH_SCHEMAS: Readonly<Record<string, JsonSchema>> = describeNames<Record<string, JsonSchema>>(
  {
    OauthError: { type: 'object', properties: { error: text, error_description: text }, required: ['error'] },
    OauthTokens: {
      type: 'object',
      properties: {
        access_token: text,
        token_type: { type: 'string', enum: ['Bearer'] },
        expires_in: { type: 'integer' },
        refresh_token: text,
      },
      required: ['access_token', 'token_type', 'expires_in', 'refresh_token'],
    },
  },
  TEXTS,
);

/** The authorization server (specification: OAuth 2.0; decisions section 8). */
export const OAUTH_OPERATIONS: readonly GatewayOperation[] = describeNames<readonly GatewayOperation[]>(
  [
    root('get', '/oauth/authorize', {
      operationId: 'authorize',
      [OPERATION]: 'auth.oauth.authorize',
      summary: 'Ask the user in a browser to grant access to an app.',
      description: 'The user signs in if necessary, then approves or denies. The result is sent to redirect_uri.',
      parameters: [
        query(
          'response_type',
          'auth_code as specified, or the standard code.',
          { type: 'string', enum: ['auth_code', 'code'] },
          true,
        ),
        query('client_id', 'Of the app.', text, true),
        query('redirect_uri', 'One of those registered with the app.', text, true),
        query(
          'scope',
          'Limits the access, separated by spaces: read people. Without it the app may do what the user may.',
        ),
        query('state', 'Given back unchanged.'),
        query('prompt', 'login: the user signs in anew.'),
        query('code_challenge', 'Of PKCE.'),
        query('code_challenge_method', 'S256.'),
      ],
      responses: {
        200: { description: 'The consent page.', content: { 'text/html': { schema: text } } },
        302: {
          description: 'To the sign-in page, or with an error to redirect_uri.',
          headers: { Location: { $ref: '#/components/headers/Location' } },
        },
        400: {
          description: 'A page with the error: the app or the redirect address is unknown.',
          content: { 'text/html': { schema: text } },
        },
        429: { description: 'A page that asks the user to wait.', content: { 'text/html': { schema: text } } },
        503: { description: 'A page that asks the user to try again.', content: { 'text/html': { schema: text } } },
      },
      security: [],
    }),
    root('get', '/oauth/token', {
      operationId: 'getToken',
      [OPERATION]: 'auth.oauth.tokenByQuery',
      summary: 'Exchange a code or a refresh token for tokens, with query parameters.',
      description: 'The client authenticates with Basic.',
      parameters: Object.entries(TOKEN_FIELDS).map(([name, [description, schema]]) =>
        query(name, description, schema, name === 'grant_type'),
      ),
      responses: tokens,
      security: client,
    }),
    root('post', '/oauth/token', {
      operationId: 'createToken',
      [OPERATION]: 'auth.oauth.token',
      summary: 'Exchange a code or a refresh token for tokens.',
      description: 'The client authenticates with Basic or in the body, not both.',
      requestBody: form(
        {
          ...Object.fromEntries(
            Object.entries(TOKEN_FIELDS).map(([name, [description, schema]]) => [name, { ...schema, description }]),
          ),
          ...CLIENT_FIELDS,
        },
        ['grant_type'],
      ),
      responses: tokens,
      security: [...client, {}],
    }),
    root('post', '/oauth/revoke', {
      operationId: 'revokeToken',
      [OPERATION]: 'auth.oauth.revoke',
      summary: 'Revoke a token and all tokens that were issued with it (RFC 7009).',
      description: 'An unknown token counts as revoked.',
      requestBody: form({ token: text, token_type_hint: text, ...CLIENT_FIELDS }, ['token']),
      responses: {
        ...formatResponses(
          { 200: { description: 'Revoked.', schema: { type: 'object', maxProperties: 0 } } },
          [500, 503],
          ['X-Request-Id'],
        ),
        ...tokenErrors,
      },
      security: [...client, {}],
    }),
    root('get', '/.well-known/oauth-authorization-server', {
      operationId: 'getAuthorizationServer',
      [OPERATION]: 'auth.oauth.metadata',
      summary: 'Retrieve the metadata of the authorization server (RFC 8414).',
      description: 'No authentication.',
      responses: formatResponses({ 200: { description: 'The metadata.', schema: METADATA } }, [503], ['X-Request-Id']),
      security: [],
    }),
    root('get', '/.well-known/jwks.json', {
      operationId: 'listSigningKeys',
      [OPERATION]: 'auth.oauth.keys',
      summary: 'Retrieve the public keys that verify access tokens.',
      description: 'No authentication.',
      responses: formatResponses(
        { 200: { description: 'A JSON Web Key Set.', schema: KEY_SET } },
        [503],
        ['X-Request-Id'],
      ),
      security: [],
    }),
  ],
  TEXTS,
);
