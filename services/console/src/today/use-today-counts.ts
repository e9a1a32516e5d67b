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
  const [late, due, waiting] = [overdue, today, fresh].map(({ data }) => data?._metadata.total ?? 0) as [
    number,
    number,
    number,
  ];
  return {
    text: [
      late > 0 && t`${late} overdue`,
      due > 0 && t`${due} due today`,
      waiting > 0 && t`${waiting} without an answer`,
    ]
      .filter(Boolean)
      .join(' · '),
    isEmpty: all.data?._metadata.total === 0,
  };
};
