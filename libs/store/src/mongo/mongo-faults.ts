import mongoose from 'mongoose';
import { StorageUnavailable } from '../storage-unavailable';
import { UniqueConflictError } from '../unique-conflict';

const { MongoNetworkError, MongoNotConnectedError, MongoServerError, MongoServerSelectionError, MongoTopologyClosedError } = mongoose.mongo;

const DUPLICATE = 11_000;
/** Server codes of a member that is not, or no longer, able to take the operation: step-down, shutdown, interruption. */
const AWAY_CODES = new Set([6, 7, 89, 91, 189, 262, 9001, 10_107, 11_600, 11_602, 13_435, 13_436]);
/** The operation never left this process. */
const NOT_SENT = new Set(['MongoWaitQueueTimeoutError', 'MongoPoolClearedError', 'MongoClientClosedError', 'MongoPoolClosedError']);

/** Keys in the name that MongoDB gives to an index: accountId_1_code_1. */
const namesIn = (index: string): string[] => index.split(/_-?1(?:_|$)/).filter(Boolean);

const keysOf = (error: { keyPattern?: object; errmsg?: string }): string[] =>
  error.keyPattern ? Object.keys(error.keyPattern) : namesIn(/index: (\S+)/.exec(error.errmsg ?? '')?.[1] ?? 'unknown');

/** What the store throws for an error of the driver: UniqueConflict, StorageUnavailable, or the error itself. */
export const storageError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error;
  if (error instanceof MongoServerError) {
    // A bulk write that lost its connection comes as an error of the server with the real one inside.
    if (error.errorResponse instanceof Error) return storageError(error.errorResponse);
    if (error.code === DUPLICATE) return new UniqueConflictError(keysOf(error as never));
    return AWAY_CODES.has(Number(error.code)) ? new StorageUnavailable(true, error) : error;
  }
  if (
    error instanceof MongoServerSelectionError ||
    error instanceof MongoNotConnectedError ||
    error instanceof MongoTopologyClosedError ||
    NOT_SENT.has(error.name)
  )
    return new StorageUnavailable(false, error);
  return error instanceof MongoNetworkError ? new StorageUnavailable(true, error) : error;
};

/** Runs a driver operation; errors come out as the store's. */
export const guarded = async <T>(operation: () => Promise<T>): Promise<T> => {
  try {
    return await operation();
  } catch (error) {
    throw storageError(error);
  }
};
