import type { StoreCall } from '@porchlight/store';

/** Which custom fields each call wants to see; they are shown only when asked for (decisions section 4). */
export interface CustomWishes {
  /** Names, `*` for all. */
  want(call: StoreCall, names: readonly string[]): void;
  of(call: StoreCall): readonly string[];
}

const NONE: readonly string[] = [];

/** Wishes are kept beside the calls, as records are made far from where they were read. */
export const createCustomWishes = (): CustomWishes => {
  const wishes = new WeakMap<StoreCall, readonly string[]>();
  return {
    want: (call, names) => {
      if (names.length > 0) wishes.set(call, names);
    },
    of: (call) => wishes.get(call) ?? NONE,
  };
};

/** The wishes in the options of a call on one record. */
export const wishesIn = (options: Readonly<Record<string, string>> | undefined): readonly string[] =>
  (options?.['customFields'] ?? '').split(',').filter(Boolean);
