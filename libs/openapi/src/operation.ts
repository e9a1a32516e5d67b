import { CREDENTIAL_OPERATIONS, neededScopes } from '@porchlight/access';
import {
  ACCOUNT_RATE_LIMITS,
  DEFAULT_RATE_LIMITS,
  getRateLimitContext,
  RATE_LIMIT_WINDOW_MS,
} from '@porchlight/limits';
import type { JsonSchema } from '@porchlight/resource';
import { ALWAYS_ANSWERED, headersNamed } from './headers';

/** An operation of the document. */
export type Operation = Readonly<Record<string, unknown>>;

/** Key of the name of an operation in scopes, logs and the SDK: `people.people.list`. */
export const OPERATION = 'x-operation';

/** One response of an operation. */
export interface ResponseDescription {
  readonly description: string;
  readonly schema?: JsonSchema;
  /** Default: application/json. */
  readonly contentType?: string;
  /** Names of headers in addition to those of every response. */
  readonly headers?: readonly string[];
}

/** Responses by status. */
export interface ResponseDescriptions {
  readonly [status: number]: ResponseDescription;
}

/** Statuses of errors of every authenticated operation. */
export const ALWAYS = [400, 401, 403, 406, 408, 429, 431, 500, 503] as const;
/** Additional ones of operations that write: another write or the same Idempotency-Key. */
export const OF_WRITES = [409] as const;
/** Additional ones of operations with a body. */
export const WITH_BODY = [413, 415] as const;

/** Content of a response or body as application/json. */
export const json = (schema: JsonSchema, example?: object): JsonSchema => ({
  'application/json': { schema, ...example },
});

/** Errors by status, each with its possible codes. */
const refusals = (statuses: readonly number[]): Record<string, unknown> =>
  Object.fromEntries(
    [...new Set(statuses)]
      .sort((a, b) => a - b)
      .map((status) => [String(status), { $ref: `#/components/responses/Error${status}` }]),
  );

/** Formats success and error responses of an operation. */
export const formatResponses = (
  responses: ResponseDescriptions,
  errors: readonly number[],
  always: readonly string[] = ALWAYS_ANSWERED,
): Record<string, unknown> => ({
  ...Object.fromEntries(
    Object.entries(responses).map(
      ([status, { description, schema, contentType, headers = [] }]: [string, ResponseDescription]) => [
        status,
        {
          description,
          headers: headersNamed(...always, ...headers),
          ...(schema && { content: contentType === undefined ? json(schema) : { [contentType]: { schema } } }),
        },
      ],
    ),
  ),
  ...refusals(errors),
});

/** Any user's credentials that may call the operation, with a registered system if required. */
export const createSecurity = (operation: string, method: string, systemRequired = false): JsonSchema[] => {
  const { verb, service } = neededScopes(operation, method);
  const scopes = [verb, ...(service ? [service] : [])];
  const ways = [{ apiKey: [] }, ...(CREDENTIAL_OPERATIONS.has(operation) ? [] : [{ oauth2: scopes }])];
  return [...(systemRequired ? [] : ways), ...ways.map((way) => ({ ...way, systemName: [], systemKey: [] }))];
};

/** The limit that counts a request, with its defaults. */
export const describeRateLimit = (method: string, path: string): { readonly text: string; readonly limit: object } => {
  const context = getRateLimitContext(method, path.toLowerCase());
  const requests = DEFAULT_RATE_LIMITS[context];
  const ofAccount = ACCOUNT_RATE_LIMITS.has(context);
  const requestsWithoutSystem = ofAccount ? requests : Math.floor(requests / 2);
  const seconds = RATE_LIMIT_WINDOW_MS / 1_000;
  const number = (value: number): string => value.toLocaleString('en-US');
  return {
    text: ofAccount
      ? `Rate limit: ${number(requests)} requests per ${seconds} s and account (\`${context}\`).`
      : `Rate limit: ${number(requests)} requests per ${seconds} s and registered system, ${number(requestsWithoutSystem)} without one (\`${context}\`).`,
    limit: { context, requests, requestsWithoutSystem, seconds },
  };
};
