import { isDeepStrictEqual } from 'node:util';
import { type Event, leadReceived, personOptedOut } from '@porchlight/contracts';
import type { ExtraEvent, Strategy } from '@porchlight/store';
import type { EventDocument } from './event-document';

/** Publishes the assignee of a lead: with the event, and again when an offer ended and another user got it. */
const leadEvents = (before: EventDocument | undefined, after: EventDocument | undefined): ExtraEvent[] => {
  if (!after?.lead || isDeepStrictEqual(before?.lead, after.lead)) return [];
  const { id: eventId, personId, type, source, historyOnly, lead } = after;
  const { inquiry = false, furtherUserIds = [], offeredUserIds = [], reassigned = false } = lead;
  const readers = { inquiry, furtherUserIds, offeredUserIds, reassigned };
  return [leadReceived.event({ eventId, personId, type, source, historyOnly, ...lead, ...readers })];
};

const optOutEvents = (before: EventDocument | undefined, after: EventDocument | undefined): ExtraEvent[] =>
  after?.optOut && !before
    ? [personOptedOut.event({ eventId: after.id, personId: after.personId, ...after.optOut })]
    : [];

/** Rules of events: only IngestEvent creates them; the viewers are those of the person. */
export const eventsStrategy: Strategy<Event, EventDocument> = {
  render: () => ({ person: undefined, customFields: {} }),
  events: (before, after) => [...leadEvents(before, after), ...optOutEvents(before, after)],
  planList: (_call, { filters }) => ({
    conditions: filters.map(({ name, values: [value] }) =>
      name === 'hasProperty' ? { hasProperty: value === 'true' } : undefined,
    ),
  }),
};
