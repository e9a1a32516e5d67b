/** Maximum number of records that a table of settings or a choice has. */
const ALL = 100;

/** Records in the order that users set. */
export const IN_ORDER = { limit: ALL, sort: 'orderWeight' as const };

/** Records by name. */
export const BY_NAME = { limit: ALL, sort: 'name' as const };
