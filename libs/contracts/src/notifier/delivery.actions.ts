import { defineAction, oneOf, parseTime, str, time, writable, type Action } from '@porchlight/resource';
import {
  DeliveryServiceDefinition,
  type Delivery,
  type ReplayWebhookRequest,
} from '../generated/porchlight/notifier/v1/delivery_service';
import { refuse } from '@porchlight/errors';
import { DELIVERY_ERRORS, describeDeliveryError } from './delivery-errors';
import { OWNER } from '../roles';
import { arrayOf, integer, integerOrNull, moment, objectOf, text, textOrNull, timeOrNull, wrapper } from '../schemas';

/** The meaning of names for people who use the API. */
const TEXTS = {
  status: 'State of the delivery: `Pending`, `Delivered` or `GivenUp`; in a replay also `all`.',
  'attempts.status': 'HTTP status of the response; null without a response.',
  since: 'Only events after this time.',
  deliveries: 'Deliveries of the webhook, newest first.',
  eventId: 'Id of the event.',
  event: 'Name of the event.',
  nextAttempt: 'When the next attempt is; null if there is none.',
  attempts: 'Attempts, oldest first.',
  at: 'When the attempt was.',
  ms: 'Duration of the attempt, milliseconds.',
  error: 'Why there was no response; null if there was one.',
  response: 'Beginning of the response.',
  replayed: 'Number of events that are delivered again.',
  secret: 'The new secret. The former one is valid for 24 hours.',
  anySystem: 'True: a webhook of another system; for owners.',
} as const;

/** Status of a delivery. */
export const DELIVERY_STATUSES = ['Pending', 'Delivered', 'GivenUp'] as const;
/** Selects the deliveries to replay. */
export const REPLAY_STATUSES = ['GivenUp', 'all'] as const;
/** `a, b or c`. */
const ANY_OF = new Intl.ListFormat('en-GB', { type: 'disjunction' });
const MAX_SHOWN = 100;
const USUAL_SHOWN = 10;
/** The default of all lists. */
const MAX_LEFT_OUT = 2_000;
/** A receiver has 10 s. */
const TEST_TIMEOUT_MS = 15_000;
/** The call writes up to 10,000 deliveries. */
const REPLAY_TIMEOUT_MS = 60_000;

const COMMON = {
  describe: TEXTS,
  service: 'notifier',
  resource: 'webhooks',
  definition: DeliveryServiceDefinition,
  roles: OWNER,
  requiresSystem: true,
} as const;

const renderDelivery = ({ id, eventId, event, status, created, nextAttempt, attempts }: Delivery): unknown => ({
  id,
  eventId,
  event,
  status,
  created: moment(created),
  nextAttempt: moment(nextAttempt),
  attempts: attempts.map(({ at, status: answered, ms, error, response }) => ({
    at: moment(at),
    status: answered ?? null,
    ms,
    error: error ?? null,
    response: response ?? null,
  })),
});

const DELIVERIES = wrapper(
  'deliveries',
  objectOf({
    id: text,
    eventId: text,
    event: text,
    status: text,
    created: timeOrNull,
    nextAttempt: timeOrNull,
    attempts: arrayOf(
      objectOf({ at: timeOrNull, status: integerOrNull, ms: integer, error: textOrNull, response: textOrNull }),
    ),
  }),
  textOrNull,
);

const parseLimit = (values: readonly string[] | undefined): number => {
  const limit = values?.[0] === undefined ? USUAL_SHOWN : Number(values[0]);
  if (limit < 1) throw refuse('INVALID_QUERY', { problems: "Parameter 'limit' must be an integer of at least 1." });
  return Math.min(limit, MAX_SHOWN);
};

const parseOffset = (values: readonly string[] | undefined): number => {
  const offset = values?.[0] === undefined ? 0 : Number(values[0]);
  if (offset < 0) throw refuse('INVALID_QUERY', { problems: "Parameter 'offset' must be an integer of at least 0." });
  if (offset > MAX_LEFT_OUT) throw refuse('DEEP_PAGINATION');
  return offset;
};

/** Status and replay of a webhook's deliveries (decisions section 7). */
export const deliveryActions: readonly Action[] = [
  defineAction({
    ...COMMON,
    name: 'deliveries',
    operationId: 'listWebhookDeliveries',
    summary: "List a webhook's deliveries of the last 30 days with their attempts, newest first.",
    method: 'GET',
    path: '/webhooks/:id/deliveries',
    query: {
      status: { type: 'string', many: true, among: DELIVERY_STATUSES },
      since: { type: 'time' },
      limit: { type: 'int' },
      offset: { type: 'int' },
      next: { type: 'string' },
    },
    rpc: 'listDeliveries',
    request: ({ id, query }) => ({
      webhookId: id,
      status: [...(query['status'] ?? [])],
      since: query['since']?.[0] === undefined ? undefined : parseTime(query['since'][0]),
      limit: parseLimit(query['limit']),
      offset: parseOffset(query['offset']),
      next: query['next']?.[0] ?? '',
    }),
    respond: ({ records, total, next }, { input: { query }, link }) => ({
      status: 200,
      body: {
        _metadata: {
          collection: 'deliveries',
          offset: parseOffset(query['offset']),
          limit: parseLimit(query['limit']),
          total,
          next: next || null,
          nextLink: next === '' ? null : link(next),
        },
        deliveries: records.map(renderDelivery),
      },
    }),
    responses: { 200: { description: 'The deliveries.', schema: DELIVERIES } },
  }),
  defineAction({
    ...COMMON,
    name: 'replay',
    summary: 'Replay events: one event, failed ones, or all of a range, oldest first. At most 10,000.',
    method: 'POST',
    path: '/webhooks/:id/replay',
    body: {
      eventId: writable(str({ min: 1, max: 100 })),
      status: writable(oneOf(REPLAY_STATUSES)),
      since: writable(time()),
      until: writable(time()),
    },
    rpc: 'replayWebhook',
    timeoutMs: REPLAY_TIMEOUT_MS,
    request: ({ id, body }) => ({ ...(body as ReplayWebhookRequest), webhookId: id }),
    respond: ({ replayed }) => ({ status: 200, body: { replayed } }),
    responses: {
      200: {
        description: 'Number of events to deliver again.',
        schema: objectOf({ replayed: integer }),
      },
    },
  }),
  defineAction({
    ...COMMON,
    name: 'test',
    summary: 'Send a test notification and return the response of the receiver.',
    method: 'POST',
    path: '/webhooks/:id/test',
    query: { anySystem: { type: 'bool' } },
    rpc: 'testWebhook',
    timeoutMs: TEST_TIMEOUT_MS,
    request: ({ id, query }) => ({ webhookId: id, anySystem: query['anySystem']?.[0] === 'true' }),
    respond: ({ status, ms, error }) => ({
      status: 200,
      body: {
        status: status ?? null,
        ms,
        ...(error !== undefined && { error, message: describeDeliveryError(error) }),
      },
    }),
    responses: {
      200: {
        description:
          'The HTTP status of the receiver and the duration. `error` and `message` say why there is no response.',
        schema: objectOf(
          {
            status: { ...integerOrNull, description: 'HTTP status of the receiver; null without a response.' },
            ms: integer,
            error: {
              ...text,
              description: `${ANY_OF.format(DELIVERY_ERRORS)}; absent if there was a response.`,
            },
            message: { ...text, description: 'What to do about the error.' },
          },
          ['status', 'ms'],
        ),
      },
    },
  }),
  defineAction({
    ...COMMON,
    name: 'rotateSecret',
    summary:
      'Replace the signing secret. The response is the only place that contains it; the previous secret signs too for 24 hours.',
    method: 'POST',
    path: '/webhooks/:id/rotateSecret',
    rpc: 'rotateWebhookSecret',
    request: ({ id }) => ({ webhookId: id }),
    respond: ({ secret }) => ({ status: 200, body: { secret } }),
    responses: {
      200: {
        description: 'The new secret.',
        schema: objectOf({ secret: text }),
      },
    },
  }),
];
