export { memoize } from './idempotency-context';
export type { IdempotencyContext } from './idempotency-context';
export { isIdempotencyKey } from './idempotency-key';
export { createIdempotencyStore } from './idempotency-store';
export type {
  IdempotentResult,
  IdempotencyRequest,
  IdempotencyStore,
  IdempotencyStoreOptions,
} from './idempotency-store';
export { RETENTION_SECONDS } from './journal';
export type { JournalRow, JournalRows } from './journal';
