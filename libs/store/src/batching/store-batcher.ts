import { createBatcher, type Batcher, type BatcherOptions } from '@porchlight/runtime';
import { StorageUnavailable } from '../storage-unavailable';

/**
 * Milliseconds. The driver's deadlines are shorter; this one lets waiting items continue if a driver deadline fails.
 */
const RUN_TIMEOUT_MS = 15_000;

const deadline = {
  ms: RUN_TIMEOUT_MS,
  error: () => new StorageUnavailable(true, new Error(`no answer within ${RUN_TIMEOUT_MS} ms`)),
};

/** Creates a batcher of database operations: a batch that exceeds its deadline throws UNAVAILABLE. */
export const createStoreBatcher = <I, O>(options: Omit<BatcherOptions<I, O>, 'deadline'>): Batcher<I, O> =>
  createBatcher({ ...options, deadline });
