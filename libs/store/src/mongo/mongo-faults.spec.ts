import mongoose from 'mongoose';
import { StorageUnavailable } from '../storage-unavailable';
import { isUniqueConflict } from '../unique-conflict';
import { storageError } from './mongo-faults';

const { MongoBulkWriteError, MongoNetworkError, MongoServerError } = mongoose.mongo;

test('A connection that is lost during a bulk write is the storage away, its outcome unknown', () => {
  const lost = new MongoBulkWriteError(new MongoNetworkError('read ECONNRESET') as never, {} as never);
  const error = storageError(lost);
  expect(error).toBeInstanceOf(StorageUnavailable);
  expect(error).toMatchObject({ sent: true });
});

test('A duplicate key is a unique conflict that names the index', () => {
  const error = storageError(
    new MongoServerError({ code: 11_000, message: 'E11000', keyPattern: { accountId: 1, code: 1 } } as never),
  );
  expect(isUniqueConflict(error)).toBe(true);
});

test('A fault stays what it is', () => {
  const fault = new TypeError('no');
  expect(storageError(fault)).toBe(fault);
});

test('An operation that is wrong in itself is not tried again', () => {
  const wrong = new MongoServerError({ code: 9, message: 'FailedToParse' } as never);
  expect(storageError(wrong)).toBe(wrong);
});
