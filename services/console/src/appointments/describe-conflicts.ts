import { t } from '@lingui/core/macro';
import type { Schemas } from '@porchlight/sdk';

/** Says how many other appointments the invited users have at the same time; empty for none. */
export const describeConflicts = (conflicts: Schemas['Appointment']['conflicts'] = []): string => {
  // Two users of the same other appointment are two entries.
  const count = new Set(conflicts.map(({ id, userId, start }) => id ?? `${userId}/${start}`)).size;
  if (count === 0) return '';
  return count === 1
    ? t`An invited user has another appointment at this time.`
    : t`The invited users have ${count} other appointments at this time.`;
};
