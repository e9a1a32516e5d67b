import { t } from '@lingui/core/macro';
import { useRecord } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { useSession } from '../session/session';

interface TodayCounts {
  /** The sentence under the title: `3 overdue · 5 today · 2 new leads`. */
  readonly text: string;
  /** The account has no person yet. */
  readonly isEmpty: boolean;
}

const join = (counts: readonly (readonly [count: number | undefined, noun: string])[]): string =>
  counts
    .filter(([count]) => count)
    .map(([count, noun]) => `${count} ${noun}`)
    .join(' · ');

/** Counts what waits for the user. */
export const useTodayCounts = (): TodayCounts => {
  const assignedUserId = [useSession().user.id];
  const overdue = useRecord(['tasks', 'count', 'overdue'], (options) =>
    porchlight.tasks.list({ assignedUserId, isCompleted: false, due: 'overdue', limit: 1 }, options),
  );
  const today = useRecord(['tasks', 'count', 'today'], (options) =>
    porchlight.tasks.list({ assignedUserId, isCompleted: false, due: 'today', limit: 1 }, options),
  );
  const fresh = useRecord(['people', 'count', 'unanswered'], (options) =>
    porchlight.people.list({ assignedUserId, contacted: false, limit: 1 }, options),
  );
  const all = useRecord(['people', 'count'], (options) => porchlight.people.list({ limit: 1 }, options));
  return {
    text: join([
      [overdue.data?._metadata.total, t`overdue`],
      [today.data?._metadata.total, t`due today`],
      [fresh.data?._metadata.total, t`without an answer`],
    ]),
    isEmpty: all.data?._metadata.total === 0,
  };
};
