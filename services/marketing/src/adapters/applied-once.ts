/**
 * What makes a batch count once in a document: the document remembers the batches it holds, for as long as one of them
 * may come again (`floor`: batches with a smaller id are done for good).
 */
const APPLIED = { $ifNull: ['$applied', []] };

/** True when the batch is not in the document yet. */
export const isFresh = (batch: string) => ({ $not: [{ $in: [batch, APPLIED] }] });

/** What the document remembers afterwards. */
export const appliedAfter = (batch: string, floor: string) => ({
  $cond: [
    isFresh(batch),
    { $concatArrays: [{ $filter: { input: APPLIED, as: 'one', cond: { $gte: ['$$one', floor] } } }, [batch]] },
    APPLIED,
  ],
});
