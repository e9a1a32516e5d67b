import { seesWholeAccount } from '@porchlight/access';
import { refuse } from '@porchlight/errors';
import type { StoreCall } from '@porchlight/store';
import { DateTime, IANAZone } from 'luxon';
import { resolveZone, type PersonDocument } from '../person';
import type { ReportRange, Reports } from './report-parts';

const LEAD_FIELDS = { id: 1, created: 1, source: 1, stageId: 1, assignedUserId: 1, mergedInto: 1 } as const;

/** A person who was created in the range of a report. */
export interface ReportLead extends Pick<PersonDocument, 'id' | 'created' | 'source' | 'stageId' | 'assignedUserId'> {
  /** Day of the creation in the time zone of the report. */
  readonly day: string;
}

/** The leads of a report, and the time zone of its days. */
export interface ReportLeads {
  readonly timeZone: string;
  readonly leads: readonly ReportLead[];
}

/** The time zone of a report. Throws INVALID_QUERY for a name that does not exist. */
const findTimeZone = async (
  { settingsCache }: Pick<Reports, 'settingsCache'>,
  name: string,
  { actor }: StoreCall,
): Promise<string> => {
  if (name === '') return resolveZone((await settingsCache.load(actor.accountId)).member(actor.userId)?.timezone);
  if (IANAZone.isValidZone(name)) return name;
  throw refuse('INVALID_QUERY', {
    problems: `Parameter 'timeZone' must be an IANA name, for example America/Chicago.`,
  });
};

/** The days from the first to the last, each with its first moment and that of the next day. */
function* listDays({ from, to }: ReportRange, zone: string): Generator<{ day: string; start: Date; end: Date }> {
  const last = DateTime.fromISO(to, { zone });
  for (let at = DateTime.fromISO(from, { zone }); at <= last; at = at.plus({ days: 1 }).startOf('day'))
    yield {
      day: at.toFormat('yyyy-MM-dd'),
      start: at.toJSDate(),
      end: at.plus({ days: 1 }).startOf('day').toJSDate(),
    };
}

/**
 * Reads the people of the caller who were created in the range, without those in the trash, day by day: a query of one
 * day is short, and ends when the caller leaves. Throws REPORT_TOO_LARGE above the limit.
 */
export const readReportLeads = async (
  reports: Pick<Reports, 'people' | 'settingsCache'>,
  range: ReportRange,
  limit: number,
  call: StoreCall,
): Promise<ReportLeads> => {
  const { actor, signal } = call;
  const timeZone = await findTimeZone(reports, range.timeZone, call);
  const leads: ReportLead[] = [];
  for (const { day, start, end } of listDays(range, timeZone)) {
    signal.throwIfAborted();
    const found = await reports.people.find(
      {
        accountId: actor.accountId,
        created: { $gte: start, $lt: end },
        trashed: false,
        ...(seesWholeAccount(actor) ? {} : { viewers: actor.userId }),
      },
      { limit: limit - leads.length + 1, projection: LEAD_FIELDS, signal },
    );
    // A deleted person has a negative id until other services have forgotten it.
    for (const { id, created, source, stageId, assignedUserId, mergedInto } of found)
      if (id > 0 && mergedInto === undefined) leads.push({ id, created, source, stageId, assignedUserId, day });
    if (leads.length > limit) throw refuse('REPORT_TOO_LARGE', { limit, what: 'people' });
  }
  return { timeZone, leads };
};
