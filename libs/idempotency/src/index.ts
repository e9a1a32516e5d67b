export { pinned } from './once';
export type { Once } from './once';
export { isIdempotencyKey } from './idempotency-key';
export { createRepeats } from './repeats';
export type { Carried, RepeatRequest, Repeats, RepeatsOptions } from './repeats';
export { KEPT_SECONDS } from './journal';
export type { JournalRow, JournalRows } from './journal';
