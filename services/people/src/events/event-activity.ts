import { type Activity, type ActivityCounter, type PersonActivity, withActivity } from '../person';
import type { RecordActivity } from '../records';
import type { EventContent } from './event-document';

/** What of an event changes the activity of its person. */
type CountedEvent = Pick<EventContent, 'type'> & { readonly created: Date };

/** Events of a visit to a website with listings. */
const IDX_VISITS: ReadonlySet<string> = new Set([
  'Visited Website',
  'Viewed Page',
  'Viewed Property',
  'Saved Property',
  'Property Search',
  'Saved Property Search',
  'Registration',
]);

const COUNTERS: Readonly<Record<string, ActivityCounter>> = {
  'Viewed Property': 'propertiesViewed',
  'Saved Property': 'propertiesSaved',
  'Viewed Page': 'pagesViewed',
};

const computeActivity = (type: string, latest: Date, count: number): Activity => {
  const counter = COUNTERS[type];
  return {
    ...(counter && { inc: { [counter]: count } }),
    max: { lastLeadActivity: latest, ...(IDX_VISITS.has(type) && { lastIdxVisit: latest }) },
  };
};

/** Events count pages and properties, and set the last visit. */
export const eventActivity: RecordActivity<CountedEvent> = {
  of: ({ type, created }) => computeActivity(type, created, 1),
  sum: {
    by: 'type',
    at: 'created',
    of: ({ value, last, count }) => computeActivity(String(value ?? ''), last, count),
  },
};

/**
 * The person (or the draft of a new one) after an event that a lead brought; goes into the same write as the lead
 * itself.
 */
export const withLeadActivity = <P extends PersonActivity>(person: P, event: CountedEvent): P =>
  withActivity(person, eventActivity.of(event));
