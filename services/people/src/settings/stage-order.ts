/** A stage's place among the others. */
export interface Weighed {
  readonly id: number;
  readonly orderWeight: number;
}

/** Distance between neighbours after every recalculation (decisions section 6). */
export const WEIGHT_STEP = 1000;

/** Stages by weight; of equal weights the newest first, because a new stage takes the place that it requests. */
export const inOrder = <S extends Weighed>(stages: readonly S[]): S[] =>
  [...stages].sort((a, b) => a.orderWeight - b.orderWeight || b.id - a.id);

/** Weight of a new stage at the requested place; at the end without a requested weight. */
export const computeNewWeight = (others: readonly Weighed[], wanted: number | undefined): number => {
  const before = wanted === undefined ? others.length : others.filter((stage) => stage.orderWeight < wanted).length;
  return (before + 1) * WEIGHT_STEP;
};

/** Weight of a stage that moves to `wanted`: it takes the place of the stage that has this weight now. */
export const computeMovedWeight = (stages: readonly Weighed[], id: number, wanted: number): number => {
  const own = stages.find((stage) => stage.id === id);
  const down = own !== undefined && wanted > own.orderWeight;
  const before = stages.filter(
    (stage) => stage.id !== id && (down ? stage.orderWeight <= wanted : stage.orderWeight < wanted),
  ).length;
  return (before + 1) * WEIGHT_STEP;
};

/**
 * New weights of the stages whose weight changes if `placed` keeps its weight and the others fill the places around it.
 */
export const recalculate = (stages: readonly Weighed[], placed?: number): Map<number, number> => {
  const own = stages.find((stage) => stage.id === placed);
  const order = inOrder(stages.filter((stage) => stage !== own));
  if (own) order.splice(Math.max(0, Math.round(own.orderWeight / WEIGHT_STEP) - 1), 0, own);
  const changed = new Map<number, number>();
  order.forEach(({ id, orderWeight }, index) => {
    const weight = (index + 1) * WEIGHT_STEP;
    if (weight !== orderWeight) changed.set(id, weight);
  });
  return changed;
};
