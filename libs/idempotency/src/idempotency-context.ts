/** Makes a call idempotent across process crashes: every attempt uses the same memoized values (docs/adr/0013). */
export interface IdempotencyContext {
  /** Returns the value stored under a name. The first attempt creates it and stores it before use. */
  memoize<T>(name: string, make: () => T | Promise<T>): Promise<T>;
  /** The value of an earlier attempt; undefined if there is none. */
  previous<T>(name: string): T | undefined;
  /** A separate namespace, for the items of a call that run in any order. */
  part(name: string): IdempotencyContext;
}

/** Memoizes a value of a call with an idempotency key; creates a new one in all other calls. */
export const memoize = <T>(
  call: { readonly idempotency?: IdempotencyContext | undefined },
  name: string,
  make: () => T | Promise<T>,
): T | Promise<T> => (call.idempotency ? call.idempotency.memoize(name, make) : make());
