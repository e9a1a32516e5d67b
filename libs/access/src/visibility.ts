import type { Actor } from './actor';

/**
 * Roles that see every person of their account; other roles see only people that list them as viewers (decisions
 * section 3).
 */
const SEES_ALL = ['Owner', 'Broker', 'Operator'] as const satisfies readonly Actor['role'][];

/** True if the actor sees the whole account; otherwise lists must be filtered by `viewers`. */
export const seesWholeAccount = (actor: Pick<Actor, 'role'>): boolean =>
  (SEES_ALL as readonly string[]).includes(actor.role);

/**
 * True if the actor may see a record with these viewers (user ids). Owner and Broker see all records of their account,
 * Agent and Lender those that list them. The store checks the account.
 */
export const canSeeViewers = (actor: Pick<Actor, 'role' | 'userId'>, viewers: readonly number[]): boolean =>
  seesWholeAccount(actor) || viewers.includes(actor.userId);
