import type { StoreCall } from '@porchlight/store';

/** A document before and after the one write of a call. */
export interface WriteImage<D> {
  readonly before?: D | undefined;
  readonly after?: D | undefined;
}

/** Stores the documents that a call wrote, for handlers that continue with them. */
export interface WriteImages<D> {
  /** Fits Strategy.afterWrite. */
  readonly note: (call: StoreCall, before: D | undefined, after: D | undefined) => void;
  /** Undefined when the call wrote nothing. */
  readonly of: (call: StoreCall) => WriteImage<D> | undefined;
}

/** Stores the written documents per call. */
export const createWriteImages = <D>(): WriteImages<D> => {
  const images = new WeakMap<StoreCall, WriteImage<D>>();
  return {
    note: (call, before, after) => void images.set(call, { before, after }),
    of: (call) => images.get(call),
  };
};
