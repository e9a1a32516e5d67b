import type { FieldProblem } from '@porchlight/contracts';
import { isRefusal } from '@porchlight/errors';

/** Fields that name a user of a person; both fields of a pair name the same one. */
const PAIRS: readonly (readonly string[])[] = [
  ['assignedTo', 'assignedUserId'],
  ['assignedLenderName', 'assignedLenderId'],
  ['collaborators'],
];

/**
 * Writes a person of a batch or a table with these fields. A field that names a user who may get nothing new is left
 * out and returned as a problem (D13.3); the row is not lost. Writes again at most once per field.
 */
export const withoutInactiveUsers = async <T>(
  fields: readonly string[],
  write: (fields: readonly string[]) => Promise<T>,
): Promise<{ readonly result: T; readonly problems: FieldProblem[] }> => {
  const problems: FieldProblem[] = [];
  let remaining = fields;
  for (;;) {
    try {
      return { result: await write(remaining), problems };
    } catch (error) {
      if (!isRefusal(error) || error.reason !== 'USER_NOT_ACTIVE') throw error;
      const field = String(error.params['field']);
      const pair = PAIRS.find((names) => names.includes(field)) ?? [field];
      const fewer = remaining.filter((name) => !pair.includes(name));
      if (fewer.length === remaining.length) throw error;
      remaining = fewer;
      problems.push({ field, code: error.reason, message: error.message });
    }
  }
};
