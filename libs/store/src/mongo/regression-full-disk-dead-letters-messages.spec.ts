import mongoose from 'mongoose';
import { StorageUnavailable } from '../storage-unavailable';
import { storageError } from './mongo-faults';

const { MongoServerError } = mongoose.mongo;

/**
 * Hardening H7: a full disk and unknown errors of the server counted as faults of the message; whole streams were
 * dead-lettered.
 */
test.each([14_031, 91, 11_600, 10_107, 189, 13_435, 211, 50, 123_456, undefined])(
  'Server error %s is a fault of the server, never of the request',
  (code) => {
    const error = storageError(new MongoServerError({ code, message: 'no' } as never));
    expect(error).toBeInstanceOf(StorageUnavailable);
    expect(error).toMatchObject({ reason: 'UNAVAILABLE', sent: true, answered: true });
  },
);
