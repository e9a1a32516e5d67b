import { type DocumentCollection, inAccounts } from '@porchlight/store';
import { type AttemptDocument, formatAttemptId, type Delivery } from '../deliveries';

const AT_ONCE = 500;
/** Running attempts may still write results during the first pass. */
const FIRST_PASS = 1;

/**
 * Deletes the deliveries of a deleted account with their attempts; not in the first pass,
 * while results may arrive. Returns the collections that the generic erasure must skip.
 */
export const deleteDeliveries =
  (
    deliveries: Pick<DocumentCollection<Delivery>, 'find' | 'deleteMany'>,
    attempts: Pick<DocumentCollection<AttemptDocument>, 'deleteMany'>,
  ) =>
  async ({ _id: accountId, sweeps }: { readonly _id: number; readonly sweeps: number }, signal: AbortSignal) => {
    for (let left = sweeps >= FIRST_PASS; left;) {
      signal.throwIfAborted();
      const found = await deliveries.find({ accountId }, { limit: AT_ONCE, projection: { tries: 1 } });
      const made = found.flatMap(({ _id, tries }) =>
        Array.from({ length: tries }, (_, n) => formatAttemptId(_id, n + 1)),
      );
      for (let at = 0; at < made.length; at += AT_ONCE)
        await attempts.deleteMany(inAccounts({ _id: { $in: made.slice(at, at + AT_ONCE) } }, [accountId]));
      if (found.length > 0)
        await deliveries.deleteMany(inAccounts({ _id: { $in: found.map(({ _id }) => _id) } }, [accountId]));
      left = found.length === AT_ONCE;
    }
    return ['deliveries', 'attempts'];
  };
