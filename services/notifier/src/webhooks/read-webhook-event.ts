import type { WebhookEvent } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import type { Clock } from '@porchlight/runtime';
import type { StoreCall } from '@porchlight/store';
import { EVENT_SECONDS, type EventStore } from '../payloads';
import { requireSystem } from './webhook-strategy';

/** ULID, optionally with the name of the event. */
const EVENT_ID = /^[0-9A-Za-z][0-9A-Za-z-]{0,99}$/;

/**
 * GET /v1/webhookEvents/{id}: an event of the last 30 days that the caller's system could receive (decisions section
 * 7).
 */
export const readWebhookEvent =
  ({ events, clock }: { events: Pick<EventStore, 'read'>; clock: Clock }) =>
  async ({ id }: { id: string }, call: StoreCall): Promise<{ record: WebhookEvent }> => {
    const system = requireSystem(call);
    const event = EVENT_ID.test(id) ? (await events.read([id], [call.actor.accountId])).get(id) : undefined;
    const isVisible = event && event.accountId === call.actor.accountId && event.systems.includes(system);
    if (!isVisible || clock.now() - event.created.getTime() > EVENT_SECONDS * 1000)
      throw refuse('NOT_FOUND', { what: 'webhook event' });
    return {
      record: {
        id: event._id,
        eventCreated: event.occurred,
        event: event.event,
        resourceIds: event.ids,
        ...(event.uri !== null && { uri: event.uri }),
        ...(event.dataJson !== undefined && { dataJson: event.dataJson }),
      },
    };
  };
