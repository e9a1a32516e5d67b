import {
  type Activity,
  ACTIVITY_COUNTERS,
  ACTIVITY_MOMENTS,
  type ActivityCounter,
  type ActivityField,
  type ActivityMoment,
  type PersonActivity,
  readCampaignMails,
  sameSecond,
  toStoredCount,
  withCommunication,
} from '../person';

/** The effect of a changed or deleted record on its person. */
export interface ActivityChange {
  /** Counters move by the difference, so that changes made at the same time add up. */
  readonly inc: Partial<Record<ActivityCounter, number>>;
  /** Times that the record no longer justifies, with their previous values. */
  readonly lost: readonly (readonly [ActivityMoment, Date])[];
  readonly gained: Pick<Activity, 'max' | 'min'>;
}

const listMoments = ({ max, min }: Activity): [ActivityMoment, Date][] =>
  Object.entries({ ...max, ...min }) as [ActivityMoment, Date][];

/** The difference between the activity of a record before and after; undefined if there is none. */
export const diffActivity = (before: Activity, after: Activity): ActivityChange | undefined => {
  const inc: ActivityChange['inc'] = {};
  for (const name of ACTIVITY_COUNTERS) {
    const by = (after.inc?.[name] ?? 0) - (before.inc?.[name] ?? 0);
    if (by !== 0) inc[name] = by;
  }
  const now = new Map(listMoments(after));
  const was = new Map(listMoments(before));
  const lost = [...was].filter(([name, at]) => !sameSecond(now.get(name), at));
  const isNew = ([name, at]: [string, Date]): boolean => !sameSecond(was.get(name as ActivityMoment), at);
  const max = Object.fromEntries(Object.entries(after.max ?? {}).filter(isNew));
  const min = Object.fromEntries(Object.entries(after.min ?? {}).filter(isNew));
  const nothing = [inc, max, min].every((part) => Object.keys(part).length === 0) && lost.length === 0;
  return nothing ? undefined : { inc, lost, gained: { max, min } };
};

/** Times that come from marketing's facts, or change with time by a job of each person, not from records here. */
const FROM_FACTS: ReadonlySet<ActivityField> = new Set<ActivityField>([
  'lastEmEventActivity',
  'nextAppointment',
  'lastAppointment',
]);

/** A field that differs from the value computed from the records. */
export interface FieldDrift {
  readonly field: ActivityField;
  /** Whole seconds as ISO 8601, or a count; empty = never. */
  readonly kept: string;
  readonly counted: string;
}

const formatValue = (value: Date | number | undefined, counter: boolean): string => {
  if (value instanceof Date) return `${value.toISOString().slice(0, 19)}Z`;
  return counter ? String(value ?? 0) : '';
};

/** Fields of the person that differ from the values computed from its records. */
export const findDrift = (stored: PersonActivity, records: PersonActivity): FieldDrift[] => {
  const counted = withCampaignMails(stored, records);
  return listDrift(stored, counted);
};

const listDrift = (stored: PersonActivity, counted: PersonActivity): FieldDrift[] => [
  ...ACTIVITY_COUNTERS.filter((field) => !FROM_FACTS.has(field) && (stored[field] ?? 0) !== (counted[field] ?? 0)).map(
    (field) => ({ field, kept: formatValue(stored[field], true), counted: formatValue(counted[field], true) }),
  ),
  ...ACTIVITY_MOMENTS.filter((field) => !FROM_FACTS.has(field) && !sameSecond(stored[field], counted[field])).map(
    (field) => ({ field, kept: formatValue(stored[field], false), counted: formatValue(counted[field], false) }),
  ),
];

const latest = (...times: readonly (Date | undefined)[]): Date | undefined =>
  times.reduce((max, at) => (at && (!max || at > max) ? at : max), undefined);

/** The activity of the records of a person and of the mails that campaigns sent to the person (D12.7). */
const withCampaignMails = (person: PersonActivity, records: PersonActivity): PersonActivity => {
  const { sent, last } = readCampaignMails(person);
  const emailsSent = toStoredCount((records.emailsSent ?? 0) + sent);
  const lastSentEmail = latest(records.lastSentEmail, last);
  const lastEmail = latest(records.lastReceivedEmail, lastSentEmail);
  const { emailsSent: _sent, lastSentEmail: _last, lastEmail: _email, ...others } = records;
  return {
    ...others,
    ...(emailsSent !== undefined && { emailsSent }),
    ...(lastSentEmail && { lastSentEmail }),
    ...(lastEmail && { lastEmail }),
  };
};

/** Fields that follow from recorded mails and from the mails of campaigns. */
export const EMAIL_FIELDS = [
  'emailsReceived',
  'emailsSent',
  'lastReceivedEmail',
  'lastSentEmail',
  'lastEmail',
] as const satisfies readonly ActivityField[];

/**
 * The person with these fields as counted from its records. Once mails are recorded, the mails of campaigns are stored
 * apart.
 */
export const withCounted = <P extends PersonActivity>(
  person: P,
  records: PersonActivity,
  fields: readonly ActivityField[],
): P => {
  const counted = withCampaignMails(person, records);
  const { sent, last } = readCampaignMails(person);
  const hasRecords = (EMAIL_FIELDS as readonly string[]).some((name) => fields.includes(name as ActivityField));
  const after: Record<string, unknown> = {
    ...person,
    ...(hasRecords && { emEventsSent: sent, ...(last && { lastEmEventSent: last }) }),
  };
  for (const field of fields) {
    const value = counted[field];
    const stored = typeof value === 'number' ? toStoredCount(value) : value;
    if (stored === undefined) delete after[field];
    else after[field] = stored;
  }
  return withCommunication(after as P);
};
