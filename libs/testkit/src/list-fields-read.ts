/** Names of the fields of a record that a function reads, at the top level. */
export const listFieldsRead = <T extends object>(record: T, work: (record: T) => unknown): string[] => {
  const read = new Set<string>();
  work(new Proxy(record, { get: (target, name) => (read.add(String(name)), Reflect.get(target, name)) }));
  return [...read];
};
