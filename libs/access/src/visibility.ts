import type { Actor } from './actor';

/** Roles that see every person of their account; all others see only what names them (decisions section 3). */
const SEES_ALL = ['Owner', 'Broker', 'Operator'] as const satisfies readonly Actor['role'][];

/** True when the actor sees the whole account; otherwise lists must be filtered by `viewers`. */
export const seesWholeAccount = (actor: Pick<Actor, 'role'>): boolean =>
  (SEES_ALL as readonly string[]).includes(actor.role);

/**
 * May the actor see a record with these viewers (ids of the users it is shown to)? Owner and Broker see all of
 * their account; Agent and Lender only where they are named. The account itself is the store's concern.
 */
export const canSeeViewers = (actor: Pick<Actor, 'role' | 'userId'>, viewers: readonly number[]): boolean =>
  seesWholeAccount(actor) || viewers.includes(actor.userId);
