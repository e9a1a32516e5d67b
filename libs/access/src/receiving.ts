/**
 * What a user may get: a `record` that is assigned by hand or by import (a person, a task, a deal), or a `lead`
 * that is distributed (also a turn of a group and a claim).
 */
export type Assignable = 'record' | 'lead';

/**
 * Whether a user may get something new (D13.3): an active user everything, an invited one no leads before the first
 * sign-in, a disabled or deleted one nothing. Something that the user has already is not new: callers check only
 * changes.
 */
export const mayReceive = (user: { readonly status: string } | undefined, what: Assignable): boolean =>
  user?.status === 'Active' || (what === 'record' && user?.status === 'Invited');
