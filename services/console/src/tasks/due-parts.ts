import { t } from '@lingui/core/macro';
import { shiftDay, type Day } from '../appointments/zoned-time';

/** Parts of a list of tasks by day. */
export type DuePart = 'overdue' | 'today' | 'week' | 'open' | 'completed';

const WEEK_DAYS = 7;

export const DUE_PARTS: readonly { readonly value: DuePart; readonly label: string; readonly empty: string }[] = [
  { value: 'open', label: t`All open`, empty: t`No open tasks.` },
  { value: 'overdue', label: t`Overdue`, empty: t`Nothing is overdue.` },
  { value: 'today', label: t`Today`, empty: t`Nothing else is due today.` },
  { value: 'week', label: t`Week`, empty: t`Nothing is due in the next seven days.` },
  { value: 'completed', label: t`Completed`, empty: t`No completed tasks.` },
];

/** The query of a part: days are those of the user's time zone. */
export const dueQuery = (part: DuePart, today: Day) => {
  switch (part) {
    case 'overdue':
    case 'today':
      return { isCompleted: false, due: part, sort: 'dueDate' } as const;
    case 'week':
      return {
        isCompleted: false,
        dueStart: shiftDay(today, 1),
        dueEnd: shiftDay(today, WEEK_DAYS),
        sort: 'dueDate',
      } as const;
    case 'completed':
      return { isCompleted: true, sort: '-updated' } as const;
    default:
      return { isCompleted: false, sort: 'dueDate' } as const;
  }
};
