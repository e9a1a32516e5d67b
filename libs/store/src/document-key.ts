import { INT32_MAX } from '@porchlight/resource';

const ACCOUNT_FACTOR = 2 ** 32;

/** `_id` of a record: accountId * 2^32 + id; a safe integer up to account 2,097,151. */
export const composeKey = (accountId: number, id: number): number => accountId * ACCOUNT_FACTOR + id;

/** Every range has two bounds, so that all servers use the index. Tombstones have no id. */
export const ALL_IDS = { $gt: 0, $lt: INT32_MAX + 1 };

/** The record id in an `_id`. */
export const parseRecordId = (key: number): number => key % ACCOUNT_FACTOR;

/** The account in an `_id`. */
export const parseAccountId = (key: number): number => Math.floor(key / ACCOUNT_FACTOR);
