export { memoize, type IdempotencyContext } from './idempotency-context';
export { isIdempotencyKey } from './idempotency-key';
export {
  createIdempotencyStore,
  type IdempotencyRequest,
  type IdempotencyStore,
  type IdempotentResult,
} from './idempotency-store';
export { RETENTION_SECONDS, type JournalRow, type JournalRows } from './journal';
