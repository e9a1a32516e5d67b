/**
 * Functions of ES2024 that Node 20 does not have, for the command line as a file of its own. Everything else runs on
 * the Node of the project.
 */
const groupToMap = <K, T>(items: Iterable<T>, keyOf: (item: T, index: number) => K): Map<K, T[]> => {
  const groups = new Map<K, T[]>();
  let index = 0;
  for (const item of items) {
    const key = keyOf(item, index++);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
};

/** Adds the missing functions to the objects of the language. */
export function addMissingFunctions(map: object, object: object, promise: object): void {
  const add = (target: object, name: string, value: unknown): void => {
    if (!(name in target)) Object.defineProperty(target, name, { value, writable: true, configurable: true });
  };
  add(map, 'groupBy', groupToMap);
  add(object, 'groupBy', <T>(items: Iterable<T>, keyOf: (item: T, index: number) => PropertyKey) =>
    Object.assign(Object.create(null), Object.fromEntries(groupToMap(items, keyOf))),
  );
  add(promise, 'withResolvers', () => {
    let settle: object = {};
    const created = new Promise((resolve, reject) => (settle = { resolve, reject }));
    return { promise: created, ...settle };
  });
}

addMissingFunctions(Map, Object, Promise);
