import { plural, t } from '@lingui/core/macro';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A waiting time in words: `40 s`, `12 min`, `3.5 h`, `2 days`. */
export const formatWait = (seconds: number): string => {
  if (seconds < MINUTE) return t`${seconds} s`;
  if (seconds < HOUR) return t`${Math.round(seconds / MINUTE)} min`;
  if (seconds < DAY) return t`${Math.round((seconds / HOUR) * 10) / 10} h`;
  const days = Math.round(seconds / DAY);
  return plural(days, { one: '# day', other: '# days' });
};
