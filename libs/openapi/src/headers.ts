import type { JsonSchema } from '@porchlight/resource';

type Parts = Readonly<Record<string, JsonSchema>>;

const parameterIn = (name: string, description: string, schema: JsonSchema, example: unknown): JsonSchema => ({
  name,
  in: 'header',
  description,
  schema,
  example,
});

const tags = (description: string): [string, JsonSchema, string] => [
  description,
  { type: 'string', maxLength: 4_096 },
  '"7-q83vZ0h4x1M"',
];

/** Request headers, as components of the document (decisions sections 1, 7 and 10). */
export const HEADER_PARAMETERS: Parts = {
  IdempotencyKey: parameterIn(
    'Idempotency-Key',
    'Makes the request safe to repeat: for 24 hours, the same key with the same request returns the first response and runs once. 1 to 255 printable ASCII characters.',
    { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]([ -~]*[!-~])?$' },
    'lead-8f14e45f',
  ),
  IfMatch: parameterIn(
    'If-Match',
    ...tags(
      'Entity tag of the record as it was read, or *. If the record has changed since, the response is 412 and nothing changes.',
    ),
  ),
  IfNoneMatch: parameterIn(
    'If-None-Match',
    ...tags('Entity tag of the cached record. If it is current, the response is 304 without a body.'),
  ),
  Prefer: parameterIn(
    'Prefer',
    'handling=lenient ignores unknown fields and parameters; handling=strict rejects them, also for leads (RFC 7240). Preference-Applied reports the mode.',
    { type: 'string', enum: ['handling=lenient', 'handling=strict'] },
    'handling=lenient',
  ),
  SuppressWebhooks: parameterIn(
    'X-Suppress-Webhooks',
    'own: this change fires no webhooks of the calling system.',
    { type: 'string', enum: ['own'] },
    'own',
  ),
};

const header = (description: string, schema: JsonSchema): JsonSchema => ({ description, schema });
const text: JsonSchema = { type: 'string' };
const count: JsonSchema = { type: 'integer', minimum: 0 };

/** Response headers, as components of the document. */
export const ANSWER_HEADERS: Parts = {
  'X-Request-Id': header('Id of this request in our logs. Include it in questions to support.', text),
  'X-RateLimit-Limit': header('Requests that the context allows within the window.', text),
  'X-RateLimit-Remaining': header('Requests left in the window.', text),
  'X-RateLimit-Window': header('Length of the window, seconds.', count),
  'X-RateLimit-Context': header('Rate-limit context of the request: global, events, notes …', text),
  ETag: header('Entity tag of the record, for If-None-Match and If-Match.', text),
  Location: header('Path of the new record.', text),
  'X-Event-Id': header('Id of the event.', text),
  'X-Duplicate-Event': header('Id of the first event of the same inquiry.', text),
  'Idempotent-Replayed': header('true: this is the response of an earlier request with the same Idempotency-Key.', {
    type: 'string',
    enum: ['true'],
  }),
  'X-Ignored': header('Names of fields and parameters that were ignored or changed, at most 1 kB.', text),
  'Preference-Applied': header('The mode in which the request was read: handling=lenient or handling=strict.', text),
  Deprecation: header(
    '@ and the time since which the operation or a parameter of the request is deprecated, seconds since 1970 (RFC 9745).',
    text,
  ),
  Sunset: header('Time from which it no longer works (RFC 8594).', text),
  Link: header('Where the deprecation is described.', text),
  'Retry-After': header('Seconds to wait.', count),
  'WWW-Authenticate': header('How to authenticate.', text),
  Allow: header('Methods that the path supports.', text),
};

/** References to response headers. */
export const headersNamed = (...names: readonly string[]): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** References to request headers. */
export const headerParameter = (name: string): JsonSchema => ({ $ref: `#/components/parameters/${name}` });

/** On every response to an authenticated caller. */
export const ALWAYS_ANSWERED = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Window',
  'X-RateLimit-Context',
  'X-Ignored',
  'Preference-Applied',
] as const;
