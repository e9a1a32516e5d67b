import { Event, events as descriptor } from '@porchlight/contracts';
import type { ResourceStore } from '@porchlight/store';
import { records } from '../records';
import { defineFeature } from '../service';
import { eventActivity } from './event-activity';
import { eventColumns, type EventDocument } from './event-document';
import { eventsStrategy } from './events-strategy';

/** The store of events. */
export type Events = ResourceStore<Event, EventDocument>;

/** Events of people; the feature `leads` receives them and serves their methods. */
export const events = defineFeature({
  name: 'events',
  needs: { records },
  open: ({ records: opened }): Events =>
    opened.open<Event, EventDocument>({
      descriptor,
      columns: eventColumns,
      strategy: eventsStrategy,
      activity: eventActivity,
      // No other service reads what a lead said, and messages outlive the erasure of its person.
      encodeRecord: (record) => Event.encode({ ...record, submitted: undefined }).finish(),
    }),
});
