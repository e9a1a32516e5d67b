import type { StoreCall } from '@porchlight/store';

/** A document before and after the one write of a call. */
export interface WriteImage<D> {
  readonly before?: D | undefined;
  readonly after?: D | undefined;
}

/** Remembers what a call wrote until the call is over, for use cases that go on from there. */
export interface WriteImages<D> {
  /** Fits Strategy.afterWrite. */
  readonly note: (call: StoreCall, before: D | undefined, after: D | undefined) => void;
  /** Undefined when the call wrote nothing. */
  readonly of: (call: StoreCall) => WriteImage<D> | undefined;
}

/** Keeps what a call wrote for as long as the call lives. */
export const createWriteImages = <D>(): WriteImages<D> => {
  const images = new WeakMap<StoreCall, WriteImage<D>>();
  return {
    note: (call, before, after) => void images.set(call, { before, after }),
    of: (call) => images.get(call),
  };
};
