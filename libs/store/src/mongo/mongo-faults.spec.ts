import mongoose from 'mongoose';
import { StorageUnavailable } from '../storage-unavailable';
import { isUniqueConflict } from '../unique-conflict';
import { storageError } from './mongo-faults';

const { MongoBulkWriteError, MongoNetworkError, MongoServerError } = mongoose.mongo;

test('a connection that is lost during a bulk write is StorageUnavailable with an unknown outcome', () => {
  const lost = new MongoBulkWriteError(new MongoNetworkError('read ECONNRESET') as never, {} as never);
  const error = storageError(lost);
  expect(error).toBeInstanceOf(StorageUnavailable);
  expect(error).toMatchObject({ sent: true });
});

test('a duplicate key is a UniqueConflict that names the index', () => {
  const error = storageError(
    new MongoServerError({ code: 11_000, message: 'E11000', keyPattern: { accountId: 1, code: 1 } } as never),
  );
  expect(isUniqueConflict(error)).toBe(true);
});

test('other errors are passed on unchanged', () => {
  const fault = new TypeError('no');
  expect(storageError(fault)).toBe(fault);
});

test('an invalid operation is not retried', () => {
  const wrong = new MongoServerError({ code: 9, message: 'FailedToParse' } as never);
  expect(storageError(wrong)).toBe(wrong);
});
