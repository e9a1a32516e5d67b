/**
 * The first `limit` items in turns by key: in each round one item of every key, in the order in which the keys and the
 * items of a key appear. For items that a query has read; work that waits in memory takes turns in a fair queue.
 */
export const takeTurns = <T, K>(items: Iterable<T>, keyOf: (item: T) => K, limit: number): T[] => {
  let queues = [...Map.groupBy(items, keyOf).values()];
  const chosen: T[] = [];
  for (let round = 0; queues.length > 0 && chosen.length < limit; round++) {
    for (const queue of queues) if (chosen.length < limit) chosen.push(queue[round]!);
    queues = queues.filter((queue) => queue.length > round + 1);
  }
  return chosen;
};
