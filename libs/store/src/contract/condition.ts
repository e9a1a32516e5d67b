/** The accounts that a statement concerns, for statements whose filter does not show them. */
export const ACCOUNTS = Symbol('accounts');

/** Accounts of a statement. `all`: a scan of the background that reads every shard. */
export type Accounts = readonly number[] | 'all';

/** A condition in the portable subset: equality, $in, ranges. Never $regex, $where, $or. */
export type Condition = Record<string, unknown> & { readonly [ACCOUNTS]?: Accounts };
