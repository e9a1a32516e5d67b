import type { RecordActivity } from '../records';

/** What of a task changes the activity of its person. */
interface CountedTask {
  readonly isCompleted: boolean;
  readonly dueAt?: Date;
}

/** The open task that is due first is the next one. */
export const taskActivity: RecordActivity<CountedTask> = {
  of: ({ isCompleted, dueAt }) => (isCompleted || !dueAt ? {} : { min: { nextTask: dueAt } }),
  sum: {
    where: { isCompleted: false, dueAt: { $exists: true, $ne: null } },
    at: 'dueAt',
    of: ({ first }) => ({ min: { nextTask: first } }),
  },
};
