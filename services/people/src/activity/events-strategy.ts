import { isDeepStrictEqual } from 'node:util';
import { leadReceived, type Event } from '@porchlight/contracts';
import type { ExtraEvent, Strategy } from '@porchlight/store';
import type { EventDocument } from './event-document';

/** Publishes the assignee of a lead: with the event, and again when an offer ended and another user got it. */
const leadEvents = (before: EventDocument | undefined, after: EventDocument | undefined): ExtraEvent[] => {
  if (!after?.lead || isDeepStrictEqual(before?.lead, after.lead)) return [];
  const { id: eventId, personId, type, source, historyOnly } = after;
  return [leadReceived.event({ eventId, personId, type, source, historyOnly, ...after.lead })];
};

/** Rules of events: only IngestEvent creates them; the viewers are those of the person. */
export const eventsStrategy: Strategy<Event, EventDocument> = {
  render: () => ({ person: undefined, customFields: {} }),
  events: leadEvents,
  planList: (_call, { filters }) => ({
    conditions: filters.map(({ name, values: [value] }) =>
      name === 'hasProperty' ? { hasProperty: value === 'true' } : undefined,
    ),
  }),
};
