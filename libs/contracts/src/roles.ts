import type { Role } from '@porchlight/access';

/** All roles of users. */
export const EVERYONE: readonly Role[] = ['Owner', 'Broker', 'Agent', 'Lender'];
/** Owner, brokers and agents. */
export const NOT_LENDERS: readonly Role[] = ['Owner', 'Broker', 'Agent'];
/** Owner and brokers. */
export const ADMINS: readonly Role[] = ['Owner', 'Broker'];
/** The owner only. */
export const OWNER: readonly Role[] = ['Owner'];
