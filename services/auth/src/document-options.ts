/** Collections that are read before the account of a request is known; the auth database is small. */
export const BEFORE_ACCOUNT = { unsharded: 'read before the account of a request is known' } as const;

/** Guarded updates need an index of exactly their fields (libs/store/README.md). */
export const GUARDED = { keys: { _id: 1, v: 1 }, global: true } as const;
/** The database deletes documents when they expire. */
export const EXPIRING = { keys: { expires: 1 }, global: true, expireAfterSeconds: 0 } as const;
