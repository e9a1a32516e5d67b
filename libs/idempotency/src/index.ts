export { memoize, type IdempotencyContext } from './idempotency-context';
export { isIdempotencyKey } from './idempotency-key';
export type { IdempotentResult } from './execute-attempt';
export { createIdempotencyStore, type IdempotencyRequest, type IdempotencyStore } from './idempotency-store';
export { RETENTION_SECONDS, type JournalRow, type JournalRows } from './journal';
