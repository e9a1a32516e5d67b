import { column, type Columns, type OptionalColumn, type Stored } from '@porchlight/store';

/** Fields of a person with the time of the last, first or next activity of a kind; absent = never. */
export const ACTIVITY_MOMENTS = [
  'lastReceivedEmail',
  'lastSentEmail',
  'lastEmail',
  'lastIncomingCall',
  'lastOutgoingCall',
  'lastCall',
  'firstCall',
  'lastReceivedText',
  'lastSentText',
  'lastText',
  'lastLeadActivity',
  'lastIdxVisit',
  'nextTask',
  'nextAppointment',
  'lastAppointment',
  'lastEmEventActivity',
] as const;

/** Counters of a person; absent = 0. `callsDuration` is in seconds. */
export const ACTIVITY_COUNTERS = [
  'emailsReceived',
  'emailsSent',
  'callsIncoming',
  'callsOutgoing',
  'callsDuration',
  'textsReceived',
  'textsSent',
  'propertiesViewed',
  'propertiesSaved',
  'pagesViewed',
] as const;

/** Name of a field with a time. */
export type ActivityMoment = (typeof ACTIVITY_MOMENTS)[number];
/** Name of a counter. */
export type ActivityCounter = (typeof ACTIVITY_COUNTERS)[number];
/** A time or a counter. */
export type ActivityField = ActivityMoment | ActivityCounter;

export const activityColumns = {
  ...(Object.fromEntries(ACTIVITY_MOMENTS.map((name) => [name, column.optional(column.date)])) as Record<
    ActivityMoment,
    OptionalColumn<Date>
  >),
  ...(Object.fromEntries(ACTIVITY_COUNTERS.map((name) => [name, column.optional(column.number)])) as Record<
    ActivityCounter,
    OptionalColumn<number>
  >),
  /** The latest email, call or text; follows from the three. */
  lastCommunication: column.optional(column.date),
  /**
   * Mails of campaigns by the count of marketing, a part of emailsSent, and the last of them. Absent until an email is
   * recorded or marketing counts: all mails are of campaigns.
   */
  emEventsSent: column.optional(column.number),
  lastEmEventSent: column.optional(column.date),
  /** Sequence of the newest email activity; older activity is ignored. */
  emailSequence: column.optional(column.number),
} satisfies Columns;

/** The stored activity of a person (decisions section 4), by which people are sorted. */
export type PersonActivity = Stored<typeof activityColumns>;

/** The activity of one record. */
export interface Activity {
  readonly inc?: Readonly<Partial<Record<ActivityCounter, number>>>;
  readonly max?: Readonly<Partial<Record<ActivityMoment, Date>>>;
  readonly min?: Readonly<Partial<Record<ActivityMoment, Date>>>;
  /** Moves the person's last activity, which never goes back. */
  readonly lastActivity?: Date;
}

/** Counters are int32 wherever they are shown. */
export const MAX_COUNT = 2_147_483_647;

const second = (moment: Date): number => Math.floor(moment.getTime() / 1000);

/** Moments are shown in seconds; within one second they are the same. */
export const sameSecond = (a: Date | undefined, b: Date | undefined): boolean =>
  a && b ? second(a) === second(b) : a === b;

const later = (current: Date | undefined, at: Date): Date => (current && second(current) >= second(at) ? current : at);
const earlier = (current: Date | undefined, at: Date): Date =>
  current && second(current) <= second(at) ? current : at;

/** A counter as stored: absent for 0, so that it is not in the index. */
export const toStoredCount = (count: number): number | undefined =>
  count > 0 ? Math.min(MAX_COUNT, Math.round(count)) : undefined;

/** Sets a value, or deletes the key: documents do not contain undefined. */
const put = (values: Record<string, unknown>, name: string, value: unknown): void => {
  if (value === undefined) delete values[name];
  else values[name] = value;
};

/** The person with the activity of a record added; equal to `person` if no visible value changes. */
export const withActivity = <P extends PersonActivity & { lastActivity?: Date }>(
  person: P,
  { inc = {}, max = {}, min = {}, lastActivity }: Activity,
): P => {
  const after: PersonActivity & { lastActivity?: Date } = { ...person };
  for (const [name, by] of Object.entries(inc) as [ActivityCounter, number][])
    put(after, name, toStoredCount((person[name] ?? 0) + by));
  for (const [name, at] of Object.entries(max) as [ActivityMoment, Date][]) after[name] = later(person[name], at);
  for (const [name, at] of Object.entries(min) as [ActivityMoment, Date][]) after[name] = earlier(person[name], at);
  if (lastActivity) after.lastActivity = later(person.lastActivity, lastActivity);
  return withCommunication(after) as P;
};

/** The person with `lastCommunication` as it follows from the latest email, call and text. */
export const withCommunication = <P extends PersonActivity>({ lastCommunication: _, ...person }: P): P => {
  const { lastEmail, lastCall, lastText } = person as PersonActivity;
  const times = [lastEmail, lastCall, lastText].flatMap((moment) => (moment ? [moment.getTime()] : []));
  return { ...person, ...(times.length > 0 && { lastCommunication: new Date(Math.max(...times)) }) } as P;
};

/** Mails of campaigns to a person, and the last of them. */
export interface CampaignMails {
  readonly sent: number;
  readonly last: Date | undefined;
}

/** The mails of campaigns to a person (D12.7); the other mails are records. */
export const readCampaignMails = (person: PersonActivity): CampaignMails =>
  person.emEventsSent === undefined
    ? { sent: person.emailsSent ?? 0, last: person.lastSentEmail }
    : { sent: person.emEventsSent, last: person.lastEmEventSent };

const ACTIVITY_NAMES: ReadonlySet<string> = new Set([
  ...ACTIVITY_MOMENTS,
  ...ACTIVITY_COUNTERS,
  'emEventsSent',
  'lastEmEventSent',
  'emailSequence',
  'lastActivity',
  'lastCommunication',
]);

/** A document without its activity, to detect other changes. */
export const withoutActivity = (document: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(document).filter(([name]) => !ACTIVITY_NAMES.has(name)));
