/** Distance between neighbours after every recalculation (decisions section 6). */
export const WEIGHT_STEP = 1000;

/** Something with a place among others. */
export interface Placed {
  /** Where it stands now; absent for what is new. */
  readonly current?: number | undefined;
  /** Where it shall stand; absent: it stays where it is, and what is new comes last. */
  readonly wanted?: number | undefined;
}

/** Among equal weights: who comes up or is new takes the place, who stays makes room, who goes down goes behind. */
const rankOf = ({ current, wanted }: Placed): number => {
  if (wanted === undefined || wanted === current) return 1;
  return current !== undefined && wanted > current ? 2 : 0;
};

const weightOf = ({ current, wanted }: Placed): number => wanted ?? current ?? Number.POSITIVE_INFINITY;

/** The things in their order; equals stay in the order in which they are given. */
export const arrange = <T extends Placed>(things: readonly T[]): T[] =>
  [...things].sort((a, b) => {
    const [left, right] = [weightOf(a), weightOf(b)];
    return left === right ? rankOf(a) - rankOf(b) : left - right;
  });

/** The weight of the thing at a position, counted from 0. */
export const weightAt = (position: number): number => (position + 1) * WEIGHT_STEP;
