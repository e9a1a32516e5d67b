import type { Event } from '@porchlight/contracts';
import type { Strategy } from '@porchlight/store';
import type { EventDocument } from '../rules/event-document';

/** Rules of events: they come in by IngestEvent alone and are seen by whoever sees their person. */
export const eventsStrategy: Strategy<Event, EventDocument> = {
  toRecord: (document) => ({
    id: document.id,
    created: document.created,
    updated: document.updated,
    personId: document.personId,
    message: document.message,
    description: document.description,
    noteId: undefined,
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
  conditionFor: (_call, filter) =>
    filter.name === 'hasProperty' ? { hasProperty: filter.values[0] === 'true' } : undefined,
};
