import mongoose from 'mongoose';
import { StorageUnavailable } from '../storage-unavailable';
import { UniqueConflictError } from '../unique-conflict';

const {
  MongoNetworkError,
  MongoNotConnectedError,
  MongoServerError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
} = mongoose.mongo;

const DUPLICATE = 11_000;
/**
 * Server codes of an operation that is wrong in itself and would fail again. Every other code, known or not (disk full,
 * step-down, shutdown, interruption), is a fault of the server and passes.
 */
const WRONG_OPERATION = new Set([
  2, 9, 14, 22, 26, 28, 40, 52, 53, 54, 56, 57, 59, 66, 72, 85, 86, 168, 10_334, 17_280, 17_419, 17_420,
]);
/** The operation never left this process. */
const NOT_SENT = new Set([
  'MongoWaitQueueTimeoutError',
  'MongoPoolClearedError',
  'MongoClientClosedError',
  'MongoPoolClosedError',
]);

/** Keys in the name that MongoDB gives to an index: accountId_1_code_1. */
const namesIn = (index: string): string[] => index.split(/_-?1(?:_|$)/).filter(Boolean);

const readConflictKeys = (error: { keyPattern?: object; errmsg?: string | undefined }): string[] =>
  error.keyPattern ? Object.keys(error.keyPattern) : namesIn(/index: (\S+)/.exec(error.errmsg ?? '')?.[1] ?? 'unknown');

/** Converts an error of the driver to that of the store: UniqueConflict, StorageUnavailable, or the error itself. */
export const storageError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error;
  if (error instanceof MongoServerError) {
    // A bulk write that lost its connection comes as an error of the server with the real one inside.
    if (error.errorResponse instanceof Error) return storageError(error.errorResponse);
    if (error.code === DUPLICATE) return new UniqueConflictError(readConflictKeys(error));
    return WRONG_OPERATION.has(Number(error.code)) ? error : new StorageUnavailable(true, error, { answered: true });
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
