import type { JsonSchema } from '@porchlight/resource';
import { refTo } from './component-schemas';
import { describeNames } from './describe-all';
import { headerParameter } from './headers';
import {
  ALWAYS,
  createSecurity,
  describeRateLimit,
  formatResponses,
  json,
  OF_WRITES,
  OPERATION,
  WITH_BODY,
  type Operation,
} from './operation';

/** An operation of the gateway itself. */
export interface GatewayOperation {
  readonly method: 'get' | 'post';
  /** Path below /v1, or below the server address if `root`. */
  readonly path: string;
  /** True for paths outside /v1. */
  readonly root?: true;
  readonly operation: Operation;
}

const text: JsonSchema = { type: 'string' };
const textOrNull: JsonSchema = { type: ['string', 'null'] };
const integer: JsonSchema = { type: 'integer' };
const integerOrNull: JsonSchema = { type: ['integer', 'null'] };
const flag: JsonSchema = { type: 'boolean' };
const shape = (properties: Readonly<Record<string, JsonSchema>>, optional: readonly string[] = []): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
});

const ME = shape({
  id: integer,
  name: text,
  role: text,
  email: text,
  phone: textOrNull,
  timeZone: text,
  signature: text,
  rawSignature: text,
  apiKey: { ...textOrNull, description: 'The first characters of the key; null for an access token.' },
  account: integer,
  teamMember: flag,
  beta: flag,
  betaOnly: flag,
  connectedEmail: shape({
    email: textOrNull,
    oauthProvider: textOrNull,
    shareEmails: flag,
    imapLeadProcessing: flag,
    hasSmtp: flag,
  }),
  leadEmailAddress: textOrNull,
  callingEnabled: flag,
  voicemailEnabled: flag,
  voicemailUrl: textOrNull,
  callingCapabilityToken: textOrNull,
  isOwner: flag,
  unreadConversationCount: integer,
  notifyBy: text,
  features: { type: 'array', items: text },
});
const IDENTITY = shape({
  account: shape({ id: integer, domain: text, name: text, owner: shape({ name: text, email: text }) }),
  user: shape({ id: integer, name: text, email: text, role: text }),
});

const limit = {
  context: text,
  limit: { ...integerOrNull, description: 'null: unlimited.' },
  window: { ...integer, description: 'Seconds.' },
};

const reading = (
  [operationId, operation]: readonly [operationId: string, operation: string],
  path: string,
  summary: string,
  schema: JsonSchema,
  systemDemanded = false,
): GatewayOperation => ({
  method: 'get',
  path,
  operation: {
    operationId,
    [OPERATION]: operation,
    tags: ['Account'],
    summary,
    description: `Roles: Owner, Broker, Agent, Lender. ${describeRateLimit('GET', path).text}`,
    'x-rateLimit': describeRateLimit('GET', path).limit,
    responses: formatResponses({ 200: { description: 'The requested values.', schema } }, ALWAYS),
    security: createSecurity(operation, 'GET', systemDemanded),
  },
});

const BATCH_METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'HEAD'];
const batch: GatewayOperation = {
  method: 'post',
  path: '/batch',
  operation: {
    operationId: 'sendBatch',
    [OPERATION]: 'gateway.batch.send',
    tags: ['Account'],
    summary: 'Send up to 50 requests in a batch.',
    description:
      'Roles: Owner, Broker, Agent, Lender. All requests use the credentials and the system of the batch; each has its own role check and counts separately under the rate limits. They run concurrently, in no defined order; the responses have the order of the requests. The Idempotency-Key of the batch applies to each POST without its own.',
    parameters: [headerParameter('IdempotencyKey')],
    requestBody: {
      required: true,
      content: json({
        type: 'object',
        properties: {
          requests: {
            type: 'array',
            minItems: 1,
            maxItems: 50,
            items: {
              type: 'object',
              properties: {
                method: { type: 'string', enum: BATCH_METHODS },
                path: { type: 'string', description: 'Path with query; begins with /v1/.' },
                body: { description: 'Any JSON; absent for GET and HEAD.' },
                headers: {
                  type: 'object',
                  description: 'Idempotency-Key, If-Match, If-None-Match, X-Suppress-Webhooks.',
                  additionalProperties: text,
                },
              },
              required: ['method', 'path'],
            },
          },
        },
        required: ['requests'],
      }),
    },
    responses: formatResponses(
      {
        200: {
          description: 'All requests succeeded.',
          schema: refTo('BatchAnswer'),
          headers: ['Idempotent-Replayed'],
        },
        207: {
          description: 'Some requests failed; each response has its own status.',
          schema: refTo('BatchAnswer'),
          headers: ['Idempotent-Replayed'],
        },
      },
      [...ALWAYS, ...OF_WRITES, ...WITH_BODY],
    ),
    security: createSecurity('gateway.batch.send', 'POST'),
  },
};

const stream: GatewayOperation = {
  method: 'get',
  path: '/stream',
  operation: {
    operationId: 'streamEvents',
    [OPERATION]: 'gateway.stream.read',
    tags: ['Webhooks'],
    summary: 'Receive the webhook events of the account while they happen, as server-sent events.',
    description:
      'Roles: Owner, Broker, Agent, Lender. Each event has an `id`, the name of a webhook event and the data of its notification, with the ids of records that the caller may see at that time. Deletions are sent to those who could see the record. A comment is sent every 15 s. `Last-Event-ID` continues the stream for 15 minutes; if events are no longer stored, the event `reset` is sent, and the client reads the records again. An event may come twice after a fault, with the same `eventId`. An account may have 20 open streams; a client that reads too slowly gets `reset`. The stream ends within 2 s after its credentials end. Credentials are sent in headers only.',
    parameters: [
      {
        name: 'Last-Event-ID',
        in: 'header',
        description: 'The id of the last event that the client received.',
        schema: { type: 'string', maxLength: 200 },
      },
    ],
    responses: formatResponses(
      {
        200: {
          description: 'The events. The response does not end by itself.',
          contentType: 'text/event-stream',
          schema: text,
        },
      },
      ALWAYS,
    ),
    security: createSecurity('gateway.stream.read', 'GET'),
  },
};

const describedDocument = (
  path: string,
  [operationId, operation]: readonly [string, string],
  summary: string,
): GatewayOperation => ({
  method: 'get',
  path,
  operation: {
    operationId,
    [OPERATION]: operation,
    tags: ['Account'],
    summary,
    description: 'No authentication.',
    parameters: [headerParameter('IfNoneMatch')],
    responses: formatResponses(
      {
        200: { description: 'The document.', schema: { type: 'object' }, headers: ['ETag'] },
        304: { description: 'Not modified since the given ETag.', headers: ['ETag'] },
      },
      [400, 406, 408, 431],
      ['X-Request-Id'],
    ),
    security: [],
  },
});

/** The meaning of names in these operations. */
const TEXTS: Readonly<Record<string, string>> = {
  system: 'Name of the registered system that sent the request; null without one.',
  current_limits: 'Requests per 10 s by context.',
  across_all_accounts: 'Limits of a system in all accounts; null: none.',
  per_account: 'Limits of a system in one account; null: none.',
  period: 'The window that is counted.',
  total_requests: 'Requests in the window.',
  rate_limited_requests: 'Always null; clients of other services read it.',
  rate_limit_percentage: 'Always null; clients of other services read it.',
  peak_hour: 'Always null; clients of other services read it.',
  contexts: 'Requests by context.',
  role: 'Role: Owner, Broker, Agent or Lender.',
  name: 'Full name.',
  email: 'Email address.',
  phone: 'Phone number.',
  timeZone: 'Time zone by its IANA name.',
  signature: 'Always empty; clients of other services read it.',
  rawSignature: 'Always empty; clients of other services read it.',
  account: 'Id of the account, or the account.',
  'owner.name': 'Full name of the owner.',
  'account.name': 'Name of the account.',
  domain: 'Short name of the account.',
  owner: 'The owner of the account.',
  user: 'The user of the credentials.',
  teamMember: 'True if the user is not the only one of the account.',
  beta: 'Always false; clients of other services read it.',
  betaOnly: 'Always false; clients of other services read it.',
  connectedEmail: 'Always without values; clients of other services read it.',
  oauthProvider: 'Always null.',
  shareEmails: 'Always false.',
  imapLeadProcessing: 'Always false.',
  hasSmtp: 'Always false.',
  leadEmailAddress: 'Always null; clients of other services read it.',
  callingEnabled: 'Always false; clients of other services read it.',
  voicemailEnabled: 'Always false; clients of other services read it.',
  voicemailUrl: 'Always null; clients of other services read it.',
  callingCapabilityToken: 'Always null; clients of other services read it.',
  isOwner: 'True for the owner of the account.',
  unreadConversationCount: 'Number of conversations with unread messages.',
  notifyBy: 'How the user is notified.',
  features: 'Names of features that are switched on.',
  limits: 'The limits by context.',
  usage: 'The counted requests by context.',
  context: 'What the limit counts: all requests (`global`), or one kind of them.',
  used: 'Requests within the window.',
  remaining: 'Requests that the window still allows; null: unlimited.',
  requests: 'The requests of the batch.',
  responses: 'The responses, in the order of the requests.',
  method: `HTTP method: ${BATCH_METHODS.join(', ')}.`,
  status: 'HTTP status.',
  headers: 'Headers of the response.',
};

const LIMITS_BY_CONTEXT: JsonSchema = { type: 'object', additionalProperties: integerOrNull };
/** Requests in a window of 10 s by context; null: unlimited. */
const CURRENT_LIMITS = shape({ across_all_accounts: LIMITS_BY_CONTEXT, per_account: LIMITS_BY_CONTEXT });

/** Components of these operations. */
export const GATEWAY_SCHEMAS: Readonly<Record<string, JsonSchema>> = describeNames<Record<string, JsonSchema>>(
  {
    BatchAnswer: shape({
      responses: {
        type: 'array',
        items: shape({
          status: integer,
          headers: { type: 'object', additionalProperties: text },
          body: { description: 'The response of the single request; null without a body.' },
        }),
      },
    }),
  },
  TEXTS,
);

/** Operations of the gateway itself below /v1. */
export const GATEWAY_OPERATIONS: readonly GatewayOperation[] = describeNames<readonly GatewayOperation[]>(
  [
    reading(['getMe', 'auth.users.me'], '/me', 'Retrieve the user of the credentials.', ME),
    reading(
      ['getIdentity', 'auth.users.identity'],
      '/identity',
      'Retrieve the account and user of the credentials.',
      IDENTITY,
    ),
    reading(
      ['listRateLimits', 'gateway.rateLimit.limits'],
      '/rateLimit/limits',
      'List how many requests the account may send.',
      shape({ system: textOrNull, current_limits: CURRENT_LIMITS, limits: { type: 'array', items: shape(limit) } }),
      true,
    ),
    reading(
      ['listRateLimitUsage', 'gateway.rateLimit.usage'],
      '/rateLimit/usage',
      'List how many requests were sent in the present window.',
      shape({
        system: textOrNull,
        period: text,
        usage: shape({
          total_requests: integer,
          rate_limited_requests: { type: 'null' },
          rate_limit_percentage: { type: 'null' },
          peak_hour: { type: 'null' },
          current_limits: CURRENT_LIMITS,
          contexts: { type: 'array', items: shape({ ...limit, used: integerOrNull, remaining: integerOrNull }) },
        }),
      }),
      true,
    ),
    batch,
    stream,
    describedDocument('/openapi.json', ['getOpenApiDocument', 'gateway.openapi.get'], 'Retrieve this document.'),
    describedDocument(
      '/asyncapi.json',
      ['getAsyncApiDocument', 'gateway.asyncapi.get'],
      'Retrieve the description of webhooks (AsyncAPI 3.0).',
    ),
  ],
  TEXTS,
);
