/** Distance between neighbours after every recalculation (decisions section 6). */
export const WEIGHT_STEP = 1000;

/** A record with a weight that orders it among others. */
export interface Placed {
  /** Current weight; absent for a new record. */
  readonly current?: number | undefined;
  /** New weight; absent: unchanged, or last for a new record. */
  readonly requested?: number | undefined;
}

/** A stored record with its weight. */
export interface Weighed {
  readonly id: number;
  readonly orderWeight: number;
}

/**
 * Among equal weights: a record that moves up or is new comes first, unchanged ones follow, a record that moves down
 * comes last.
 */
const computeRank = ({ current, requested }: Placed): number => {
  if (requested === undefined || requested === current) return 1;
  return current !== undefined && requested > current ? 2 : 0;
};

const getWeight = ({ current, requested }: Placed): number => requested ?? current ?? Number.POSITIVE_INFINITY;

/** Sorts records by weight; records of equal weight and rank stay in the given order. */
export const arrange = <T extends Placed>(things: readonly T[]): T[] =>
  [...things].sort((a, b) => {
    const [left, right] = [getWeight(a), getWeight(b)];
    return left === right ? computeRank(a) - computeRank(b) : left - right;
  });

/** The weight at a position, counted from 0. */
export const weightAt = (position: number): number => (position + 1) * WEIGHT_STEP;

/** Records by weight; of equal weights the newest first, because a new record takes the place that it requests. */
export const inOrder = <S extends Weighed>(records: readonly S[]): S[] =>
  [...records].sort((a, b) => a.orderWeight - b.orderWeight || b.id - a.id);

/**
 * Weight of a record at the place that it requests: a new one without a request is the last, a moved one takes the
 * place of the record that has this weight now. `id` is absent for a new record.
 */
export const computePlace = (records: readonly Weighed[], requested: number | undefined, id?: number): number => {
  const others = inOrder(records).map((record) => ({
    id: record.id,
    current: record.orderWeight,
    requested: record.id === id ? requested : undefined,
  }));
  const placed: Array<Placed & { readonly id?: number | undefined }> =
    id === undefined ? [...others, { id, requested }] : others;
  return weightAt(arrange(placed).findIndex((one) => one.id === id));
};

/**
 * New weights of the records whose weight changes if `placed` keeps its weight and the others fill the places around
 * it.
 */
export const renumber = (records: readonly Weighed[], placed?: number): Map<number, number> => {
  const placedRecord = records.find(({ id }) => id === placed);
  const order = inOrder(records.filter((record) => record !== placedRecord));
  if (placedRecord) order.splice(Math.max(0, Math.round(placedRecord.orderWeight / WEIGHT_STEP) - 1), 0, placedRecord);
  const changed = new Map<number, number>();
  order.forEach(({ id, orderWeight }, index) => {
    const weight = weightAt(index);
    if (weight !== orderWeight) changed.set(id, weight);
  });
  return changed;
};
