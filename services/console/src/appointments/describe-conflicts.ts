import type { Schemas } from '@porchlight/sdk';

/** Says how many other appointments the invited users have at the same time; empty for none. */
export const describeConflicts = (conflicts: Schemas['Appointment']['conflicts'] = []): string => {
  if (conflicts.length === 0) return '';
  return conflicts.length === 1
    ? 'An invited user has another appointment at this time.'
    : `The invited users have ${conflicts.length} other appointments at this time.`;
};
