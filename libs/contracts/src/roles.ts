import type { Role } from '@porchlight/access';

/** Everybody who signs in to an account. */
export const EVERYONE: readonly Role[] = ['Owner', 'Broker', 'Agent', 'Lender'];
export const NOT_LENDERS: readonly Role[] = ['Owner', 'Broker', 'Agent'];
export const ADMINS: readonly Role[] = ['Owner', 'Broker'];
export const OWNER: readonly Role[] = ['Owner'];
