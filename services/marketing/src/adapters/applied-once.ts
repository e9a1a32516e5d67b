import { MAKER_AT, type Settled } from '../rules/event-batch';

/**
 * What makes a batch count once in a document: the document remembers the batches it holds, for as long as one of them
 * may come again.
 */
const APPLIED = { $ifNull: ['$applied', []] };

/** True when the batch is not in the document yet. */
export const isFresh = (batch: string) => ({ $not: [{ $in: [batch, APPLIED] }] });

const mayCome = ({ before, maker, ownBefore }: Settled) => ({
  $and: [
    { $gte: ['$$one', before] },
    { $or: [{ $gte: ['$$one', ownBefore] }, { $ne: [{ $substrBytes: ['$$one', MAKER_AT.start, MAKER_AT.length] }, maker] }] },
  ],
});

/** What the document remembers afterwards. */
export const appliedAfter = (batch: string, settled: Settled) => ({
  $cond: [
    isFresh(batch),
    { $concatArrays: [{ $filter: { input: APPLIED, as: 'one', cond: mayCome(settled) } }, [batch]] },
    APPLIED,
  ],
});
