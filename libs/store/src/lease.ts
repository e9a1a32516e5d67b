import type { Database } from './database';
import type { Lease, StoreOptions } from './contract/store';
import { date, number, text } from './schema/columns';
import { defineDocument } from './schema/document-schema';

const leaseSchema = defineDocument({
  _id: text,
  holder: text,
  expiresAt: date,
  /** Fencing token: grows with each acquisition. */
  epoch: number,
});

/** A lease with a fencing token. */
export interface NumberedLease extends Lease {
  /** Renews the lease and returns its fencing token; undefined while another process holds it. */
  holdNumber(): Promise<number | undefined>;
}

/**
 * A lease: held by one process at a time, acquired if free or expired, and renewed within its duration. A release
 * deletes its document only if `released` is `removed`: the token of a fencing lease must continue to grow.
 */
export const createLease = (
  database: Database,
  clock: StoreOptions['clock'],
  holder: string,
  name: string,
  ttlMs: number,
  released: 'kept' | 'removed' = 'kept',
): NumberedLease => {
  const collection = database.collection('leases', leaseSchema);

  const holdNumber = async (): Promise<number | undefined> => {
    const now = clock.now();
    const expiresAt = new Date(now + ttlMs);
    const renewed = await collection.findOneAndUpdate({ _id: name, holder }, { $set: { expiresAt } });
    if (renewed) return renewed.epoch;
    const acquired = await collection.findOneAndUpdate(
      { _id: name, expiresAt: { $lte: new Date(now) } },
      { $set: { holder, expiresAt }, $inc: { epoch: 1 } },
    );
    if (acquired) return acquired.epoch;
    const refused = await collection.insertMany([{ _id: name, holder, expiresAt, epoch: 1 }]);
    return refused.length === 0 ? 1 : undefined;
  };

  return {
    holdNumber,
    hold: async () => (await holdNumber()) !== undefined,
    release: async () => {
      if (released === 'removed') await collection.deleteOne({ _id: name, holder });
      else await collection.updateOne({ _id: name, holder }, { $set: { holder: '', expiresAt: new Date(0) } });
    },
  };
};
