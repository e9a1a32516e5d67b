import type { JournalRow, JournalRows } from './journal';
import type { IdempotencyContext } from './idempotency-context';
import type { Seal } from './seal';

interface MemoizedValuesOptions {
  readonly rows: JournalRows;
  readonly seal: Seal;
  /** Prefix of the row ids. */
  readonly base: string;
  readonly at: Date;
  /** Memoized values of earlier attempts. */
  readonly known: readonly JournalRow[];
}

const PIN = 'pin:';

/**
 * The memoized values of one attempt. Values are stored before use; if two attempts create a value concurrently, both
 * use the one stored first.
 */
export const createMemoizedValues = ({ rows, seal, base, at, known }: MemoizedValuesOptions) => {
  const prefix = `${base}:${PIN}`;
  const before = new Map<string, unknown>();
  for (const { _id, sealed } of known)
    if (sealed && _id.startsWith(prefix)) before.set(_id.slice(prefix.length), seal.open(sealed));
  const values = new Map<string, Promise<unknown>>();

  const keep = async (name: string, make: () => unknown): Promise<unknown> => {
    const value = await make();
    const _id = prefix + name;
    if (await rows.insert({ _id, at, sealed: seal.close(value) })) return value;
    const stored = await rows.findOne({ _id });
    return stored?.sealed ? seal.open(stored.sealed) : value;
  };
  const pin = (name: string, make: () => unknown): Promise<unknown> => {
    if (before.has(name)) return Promise.resolve(before.get(name));
    const pending = values.get(name) ?? keep(name, make);
    values.set(name, pending);
    // A value that could not be stored may be retried.
    pending.catch(() => values.delete(name));
    return pending;
  };
  const createContext = (path: string): IdempotencyContext => ({
    memoize: <T>(name: string, make: () => T | Promise<T>) => pin(path + name, make) as Promise<T>,
    previous: <T>(name: string) => before.get(path + name) as T | undefined,
    part: (name) => createContext(`${path}${name}/`),
  });
  return {
    context: createContext(''),
    /** Number of values, including those of earlier attempts. */
    size: () => before.size + values.size,
  };
};
