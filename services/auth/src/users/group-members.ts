import { refuse } from '@porchlight/errors';

/** What a group asks of a user. */
export interface Candidate {
  readonly id: number;
  readonly role: string;
  readonly status: string;
}

/** Ids in their order, each once. */
export const distinct = (ids: readonly number[]): number[] => [...new Set(ids)];

/**
 * Refuses users who are not there or, unless they are members already, not active: UNKNOWN_REFERENCE naming the field
 * and the id.
 */
export const demandActive = (
  field: string,
  ids: readonly number[],
  found: ReadonlyMap<number, Candidate>,
  members: ReadonlySet<number>,
): void => {
  const missing = ids.find((id) => !found.has(id) || (found.get(id)?.status !== 'Active' && !members.has(id)));
  if (missing !== undefined) throw refuse('UNKNOWN_REFERENCE', { field, what: 'an active user', value: missing });
};

/**
 * Lenders in groups of lenders, all others in groups of agents (decisions section 6); INVALID_BODY names who does not
 * fit.
 */
export const demandFitting = (type: string, ids: readonly number[], found: ReadonlyMap<number, Candidate>): void => {
  const misfits = ids.filter((id) => (found.get(id)?.role === 'Lender') !== (type === 'Lender'));
  if (misfits.length === 0) return;
  const who = `${misfits.length > 1 ? 'Users' : 'User'} ${misfits.slice(0, 20).join(', ')}`;
  const why =
    type === 'Lender' ? 'only lenders can be in a group of type Lender' : 'lenders cannot be in a group of type Agent';
  throw refuse('INVALID_BODY', { problems: `Field 'users': ${who} cannot be taken, ${why}.` });
};
