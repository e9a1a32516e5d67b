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
  async ({ accountId, sweeps }: { readonly accountId: number; readonly sweeps: number }, signal: AbortSignal) => {
    for (let hasMore = sweeps >= FIRST_PASS; hasMore;) {
      signal.throwIfAborted();
      const batch = await deliveries.find({ accountId }, { limit: AT_ONCE, projection: { tries: 1 } });
      const attemptIds = batch.flatMap(({ _id, tries }) =>
        Array.from({ length: tries }, (_, n) => formatAttemptId(_id, n + 1)),
      );
      for (let at = 0; at < attemptIds.length; at += AT_ONCE)
        await attempts.deleteMany(inAccounts({ _id: { $in: attemptIds.slice(at, at + AT_ONCE) } }, [accountId]));
      if (batch.length > 0)
        await deliveries.deleteMany(inAccounts({ _id: { $in: batch.map(({ _id }) => _id) } }, [accountId]));
      hasMore = batch.length === AT_ONCE;
    }
    return ['deliveries', 'attempts'];
  };
