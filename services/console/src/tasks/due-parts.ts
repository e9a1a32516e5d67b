import { addDays } from './due-day';

/** Parts of a list of tasks by day. */
export type DuePart = 'overdue' | 'today' | 'week' | 'open' | 'completed';

const WEEK_DAYS = 7;

export const DUE_PARTS: readonly { readonly value: DuePart; readonly label: string; readonly empty: string }[] = [
  { value: 'open', label: 'All open', empty: 'No open tasks.' },
  { value: 'overdue', label: 'Overdue', empty: 'Nothing is overdue.' },
  { value: 'today', label: 'Today', empty: 'Nothing else is due today.' },
  { value: 'week', label: 'Week', empty: 'Nothing is due in the next seven days.' },
  { value: 'completed', label: 'Completed', empty: 'No completed tasks.' },
];

/** The query of a part: days are those of the user's time zone. */
export const dueQuery = (part: DuePart, today: Date) => {
  switch (part) {
    case 'overdue':
    case 'today':
      return { isCompleted: false, due: part, sort: 'dueDate' } as const;
    case 'week':
      return {
        isCompleted: false,
        dueStart: addDays(today, 1),
        dueEnd: addDays(today, WEEK_DAYS),
        sort: 'dueDate',
      } as const;
    case 'completed':
      return { isCompleted: true, sort: '-updated' } as const;
    default:
      return { isCompleted: false, sort: 'dueDate' } as const;
  }
};
