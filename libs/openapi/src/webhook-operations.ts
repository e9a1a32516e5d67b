import { describeWebhookEvent, listWebhookEvents } from '@porchlight/contracts';
import type { Descriptor, JsonSchema } from '@porchlight/resource';

const header = (name: string, description: string): JsonSchema => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

const HEADERS: readonly JsonSchema[] = [
  header('webhook-id', 'The `eventId`. A repeated delivery has the same one.'),
  header('webhook-timestamp', 'Time of this attempt, seconds since 1970.'),
  header(
    'webhook-signature',
    'Standard Webhooks: `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`; one signature per valid secret, separated by spaces.',
  ),
];

/** Body of a notification (decisions section 7). */
export const notificationSchema = (event: string): Record<string, unknown> => ({
  type: 'object',
  properties: {
    eventId: { type: 'string', description: 'Id of the event. Ignore an id that was processed before.' },
    eventCreated: { type: 'string', format: 'date-time', description: 'When the event happened.' },
    event: { type: 'string', const: event, description: 'Name of the event.' },
    resourceIds: {
      type: 'array',
      items: { type: 'integer' },
      maxItems: 100,
      description: 'Ids of the records.',
    },
    uri: { type: ['string', 'null'], description: 'Address that returns the records; null for deleted ones.' },
    data: { type: 'object', description: 'What ids do not say, for example the added tags. Absent for most events.' },
  },
  required: ['eventId', 'eventCreated', 'event', 'resourceIds', 'uri'],
});

/** The section `webhooks` of the document: every event that something fires. */
export const describeWebhooks = (resources: readonly Descriptor[]): Readonly<Record<string, JsonSchema>> => {
  return Object.fromEntries(
    listWebhookEvents(resources).map((event) => [
      event,
      {
        post: {
          operationId: `on${event[0]!.toUpperCase()}${event.slice(1)}`,
          tags: ['Webhook events'],
          summary: describeWebhookEvent(event),
          description:
            'Sent to the URL of each webhook for this event. Answer with 2xx within 10 seconds; other responses are retried for 36 hours.',
          parameters: HEADERS,
          requestBody: { required: true, content: { 'application/json': { schema: notificationSchema(event) } } },
          responses: {
            '2XX': { description: 'The delivery is confirmed.' },
            '410': { description: 'The webhook is disabled.' },
          },
          security: [],
        },
      },
    ]),
  );
};
