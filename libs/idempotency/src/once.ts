/**
 * A call that may be carried out again after its process died, and goes by the same choices each time (docs/adr/0013).
 */
export interface Once {
  /** The value that this call goes by under a name: made at first, and durable before it is used. */
  pin<T>(name: string, make: () => T | Promise<T>): Promise<T>;
  /** What was pinned before; undefined when nothing was. */
  recall<T>(name: string): T | undefined;
  /** Names of its own, for a part of a call whose parts have no order. */
  part(name: string): Once;
}

/** Pins a choice of a call that may be repeated; makes it anew in every other call. */
export const pinned = <T>(
  call: { readonly once?: Once | undefined },
  name: string,
  make: () => T | Promise<T>,
): T | Promise<T> => (call.once ? call.once.pin(name, make) : make());
