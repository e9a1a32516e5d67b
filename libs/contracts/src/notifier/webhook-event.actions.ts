import { refuse } from '@porchlight/errors';
import { defineAction, renderTime, type Action } from '@porchlight/resource';
import { WebhookEventServiceDefinition } from '../generated/porchlight/notifier/v1/webhook_event_service';
import { OWNER } from '../roles';

/** The meaning of names for people who use the API. */
const TEXTS = {
  eventId: 'Id of the event.',
  eventCreated: 'When the event happened.',
  event: 'Name of the event.',
  resourceIds: 'Ids of the records.',
  uri: 'Address that returns the records; null for deleted ones.',
  data: 'What ids do not say.',
} as const;

/** An event that a partner missed (specification: Webhooks). */
export const webhookEventActions: readonly Action[] = [
  defineAction({
    describe: TEXTS,
    service: 'notifier',
    resource: 'webhookEvents',
    definition: WebhookEventServiceDefinition,
    name: 'get',
    summary: 'Retrieve the payload of a notification, up to 30 days after its event.',
    method: 'GET',
    path: '/webhookEvents/:eventId',
    roles: OWNER,
    requiresSystem: true,
    rpc: 'getWebhookEvent',
    request: ({ path }) => ({ id: path['eventId'] ?? '' }),
    respond: ({ record }) => {
      if (!record) throw refuse('NOT_FOUND', { what: 'webhook event' });
      const { id, eventCreated, event, resourceIds, uri, dataJson } = record;
      const created = eventCreated ? renderTime(eventCreated).replace('Z', '+00:00') : null;
      const data = dataJson === undefined ? {} : { data: JSON.parse(dataJson) as unknown };
      return { status: 200, body: { id, eventCreated: created, event, resourceIds, uri: uri ?? null, ...data } };
    },
    responses: {
      200: {
        description: 'The notification.',
        schema: {
          type: 'object',
          properties: {
            id: { type: 'string' },
            eventCreated: { type: ['string', 'null'], format: 'date-time' },
            event: { type: 'string' },
            resourceIds: { type: 'array', items: { type: 'integer' } },
            uri: { type: ['string', 'null'] },
            data: { type: 'object', description: 'At the address in the notification.' },
          },
          required: ['id', 'eventCreated', 'event', 'resourceIds', 'uri'],
        },
      },
    },
  }),
];
