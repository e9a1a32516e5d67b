/** Distance between neighbours after every recalculation (decisions section 6). */
export const WEIGHT_STEP = 1000;

/** A record with a weight that orders it among others. */
export interface Placed {
  /** Current weight; absent for a new record. */
  readonly current?: number | undefined;
  /** New weight; absent: unchanged, or last for a new record. */
  readonly wanted?: number | undefined;
}

/**
 * Among equal weights: a record that moves up or is new comes first, unchanged ones follow, a record that moves down
 * comes last.
 */
const computeRank = ({ current, wanted }: Placed): number => {
  if (wanted === undefined || wanted === current) return 1;
  return current !== undefined && wanted > current ? 2 : 0;
};

const getWeight = ({ current, wanted }: Placed): number => wanted ?? current ?? Number.POSITIVE_INFINITY;

/** Sorts records by weight; records of equal weight and rank stay in the given order. */
export const arrange = <T extends Placed>(things: readonly T[]): T[] =>
  [...things].sort((a, b) => {
    const [left, right] = [getWeight(a), getWeight(b)];
    return left === right ? computeRank(a) - computeRank(b) : left - right;
  });

/** The weight at a position, counted from 0. */
export const weightAt = (position: number): number => (position + 1) * WEIGHT_STEP;
