import type { EventContent } from './event-document';
import { type Activity, type ActivityCounter, type PersonActivity, withActivity } from '../person';

/** Records that change the activity of their person. */
export interface ActivityRecords {
  readonly events: Pick<EventContent, 'type'> & { readonly created: Date };
  readonly calls: { readonly created: Date; readonly isIncoming: boolean; readonly duration?: number };
  readonly textMessages: { readonly created: Date; readonly isIncoming: boolean };
  readonly emails: { readonly created: Date; readonly isIncoming: boolean; readonly status: string };
  readonly tasks: { readonly isCompleted: boolean; readonly dueAt?: Date };
  /** Notes, and all records that declare the activity `created`. */
  readonly notes: { readonly created: Date };
  readonly none: object;
}

/** Kinds of records that change activity. */
export type ActivityKind = keyof ActivityRecords;

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

const EVENT_COUNTERS: Readonly<Record<string, ActivityCounter>> = {
  'Viewed Property': 'propertiesViewed',
  'Saved Property': 'propertiesSaved',
  'Viewed Page': 'pagesViewed',
};

const RULES: { readonly [K in ActivityKind]: (record: ActivityRecords[K]) => Activity } = {
  events: ({ type, created }) => {
    const counter = EVENT_COUNTERS[type];
    return {
      ...(counter && { inc: { [counter]: 1 } }),
      max: { lastLeadActivity: created, ...(IDX_VISITS.has(type) && { lastIdxVisit: created }) },
    };
  },
  calls: ({ created, isIncoming, duration = 0 }) => ({
    inc: { [isIncoming ? 'callsIncoming' : 'callsOutgoing']: 1, callsDuration: duration },
    max: { [isIncoming ? 'lastIncomingCall' : 'lastOutgoingCall']: created, lastCall: created },
    min: { firstCall: created },
    lastActivity: created,
  }),
  textMessages: ({ created, isIncoming }) => ({
    inc: { [isIncoming ? 'textsReceived' : 'textsSent']: 1 },
    max: { [isIncoming ? 'lastReceivedText' : 'lastSentText']: created, lastText: created },
    lastActivity: created,
  }),
  // The sender of an unverified mail is unknown (D12.7).
  emails: ({ created, isIncoming, status }) =>
    status === 'Unverified'
      ? {}
      : {
          inc: { [isIncoming ? 'emailsReceived' : 'emailsSent']: 1 },
          max: { [isIncoming ? 'lastReceivedEmail' : 'lastSentEmail']: created, lastEmail: created },
          lastActivity: created,
        },
  notes: ({ created }) => ({ lastActivity: created }),
  none: () => ({}),
  tasks: ({ isCompleted, dueAt }) => (isCompleted || !dueAt ? {} : { min: { nextTask: dueAt } }),
};

/** True for a resource with a rule of its own. */
export const isActivityKind = (resource: string): resource is ActivityKind => Object.hasOwn(RULES, resource);

/** Computes the activity of a record (decisions sections 4 and 5). */
export const computeActivity = <K extends ActivityKind>(kind: K, record: ActivityRecords[K]): Activity =>
  RULES[kind](record);

/**
 * The person (or the draft of a new one) after an event that a lead brought; goes into the same write as the lead
 * itself.
 */
export const withLeadActivity = <P extends PersonActivity>(person: P, event: ActivityRecords['events']): P =>
  withActivity(person, computeActivity('events', event));
