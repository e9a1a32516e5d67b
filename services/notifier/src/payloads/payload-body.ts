import type { EventRecord } from './event-record';

/** YYYY-MM-DDThh:mm:ss+00:00 (specification, conventions 4). */
const offsetTime = (date: Date): string => `${date.toISOString().slice(0, 19)}+00:00`;

/**
 * Formats the body of a webhook event (specification, Webhook events) or of a callback to an inbox app (decisions
 * section 9). Exactly these bytes are signed and sent.
 */
export const formatPayload = (event: EventRecord): string => {
  const fields = {
    eventId: event._id,
    eventCreated: offsetTime(event.occurred),
    event: event.event,
    ...(!event.callback && { resourceIds: event.ids, uri: event.uri }),
  };
  return JSON.stringify(event.dataJson ? { ...fields, data: JSON.parse(event.dataJson) as unknown } : fields);
};
