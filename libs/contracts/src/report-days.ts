import { refuse } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';
import type { ActionInput } from '@porchlight/resource';

const DAY_MS = 86_400_000;

/** Milliseconds of midnight UTC of a day YYYY-MM-DD; undefined if there is no such day. */
const parseDay = (text: string): number | undefined => {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return Number.isFinite(at) && new Date(at).toISOString().startsWith(text) ? at : undefined;
};

/** The query of a report: the first and the last day. */
export const REPORT_DAYS = {
  from: { type: 'string', required: true, describe: 'First day, YYYY-MM-DD.' },
  to: {
    type: 'string',
    required: true,
    describe: `Last day, YYYY-MM-DD, at most ${LIMITS.reportDays.value} days with the first one.`,
  },
} as const;

/** Reads the range of days of a report. Throws INVALID_QUERY for a day that does not exist and for a long range. */
export const readReportDays = ({
  query,
}: Pick<ActionInput, 'query'>): { readonly from: string; readonly to: string } => {
  const [from = '', to = ''] = [query['from']?.[0], query['to']?.[0]];
  const [first, last] = [parseDay(from), parseDay(to)];
  const problems = [
    ...(first === undefined ? [`Parameter 'from' must be a day, for example 2026-01-31.`] : []),
    ...(last === undefined ? [`Parameter 'to' must be a day, for example 2026-01-31.`] : []),
  ];
  if (first !== undefined && last !== undefined) {
    const days = (last - first) / DAY_MS + 1;
    const limit = LIMITS.reportDays.value;
    if (days < 1) problems.push(`Parameter 'to' must not be before 'from'.`);
    if (days > limit) problems.push(`The range has ${days} days; the limit is ${limit}. Choose a shorter range.`);
  }
  if (problems.length > 0) throw refuse('INVALID_QUERY', { problems: problems.join(' ') });
  return { from, to };
};
