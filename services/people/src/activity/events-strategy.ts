import { isDeepStrictEqual } from 'node:util';
import type { Event } from '@porchlight/contracts';
import type { ExtraEvent, Strategy } from '@porchlight/store';
import type { EventDocument } from './event-document';

/** Publishes the assignee of a lead: with the event, and again when an offer ended and another user got it. */
const leadReceived = (before: EventDocument | undefined, after: EventDocument | undefined): ExtraEvent[] => {
  if (!after?.lead || isDeepStrictEqual(before?.lead, after.lead)) return [];
  const { id: eventId, personId, type, source, historyOnly } = after;
  return [
    { name: 'leadReceived', internal: true, data: { eventId, personId, type, source, historyOnly, ...after.lead } },
  ];
};

/** Rules of events: only IngestEvent creates them; the viewers are those of the person. */
export const eventsStrategy: Strategy<Event, EventDocument> = {
  toRecord: (document) => ({
    id: document.id,
    created: document.created,
    updated: document.updated,
    personId: document.personId,
    message: document.message,
    description: document.description,
    noteId: document.noteId,
    source: document.source,
    system: document.system,
    type: document.type,
    property: document.property,
    propertySearch: document.propertySearch,
    campaign: document.campaign,
    pageTitle: document.pageTitle,
    pageUrl: document.pageUrl,
    pageDuration: document.pageDuration,
    pageReferrer: document.pageReferrer,
    customFields: {},
    version: document.version,
  }),
  viewersOf: (document) => document.viewers,
  extraEvents: leadReceived,
  conditionFor: (_call, filter) =>
    filter.name === 'hasProperty' ? { hasProperty: filter.values[0] === 'true' } : undefined,
};
