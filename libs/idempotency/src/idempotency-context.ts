/**
 * A call that may be carried out again after its process died, and goes by the same choices each time (docs/adr/0013).
 */
export interface IdempotencyContext {
  /** The value that this call goes by under a name: made at first, and durable before it is used. */
  memoize<T>(name: string, make: () => T | Promise<T>): Promise<T>;
  /** What was pinned before; undefined when nothing was. */
  previous<T>(name: string): T | undefined;
  /** Names of its own, for a part of a call whose parts have no order. */
  part(name: string): IdempotencyContext;
}

/** Pins a choice of a call that may be repeated; makes it anew in every other call. */
export const memoize = <T>(
  call: { readonly idempotency?: IdempotencyContext | undefined },
  name: string,
  make: () => T | Promise<T>,
): T | Promise<T> => (call.idempotency ? call.idempotency.memoize(name, make) : make());
