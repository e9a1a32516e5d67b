import { MAKER_AT, type Settled } from './event-batch';

/**
 * A batch counts once in a document: the document stores the ids of its counted batches until none of them can be
 * repeated.
 */
const APPLIED = { $ifNull: ['$applied', []] };

/** True when none of the batches is in the document yet. */
export const isFresh = (batches: readonly string[]) => ({
  $not: [{ $or: batches.map((batch) => ({ $in: [batch, APPLIED] })) }],
});

const mayCome = ({ before, maker, ownBefore }: Settled) => ({
  $and: [
    { $gte: ['$$one', before] },
    {
      $or: [
        { $gte: ['$$one', ownBefore] },
        { $ne: [{ $substrBytes: ['$$one', MAKER_AT.start, MAKER_AT.length] }, maker] },
      ],
    },
  ],
});

/** The batches that the document stores afterwards. */
export const appliedAfter = (batches: readonly string[], settled: Settled) => ({
  $cond: [
    isFresh(batches),
    { $concatArrays: [{ $filter: { input: APPLIED, as: 'one', cond: mayCome(settled) } }, batches] },
    APPLIED,
  ],
});
