import type { Index } from '../contract/document-collection';

/** An index as the server describes it. */
export interface KnownIndex {
  readonly key: Readonly<Record<string, unknown>>;
  readonly unique?: boolean;
  readonly expireAfterSeconds?: number;
  readonly sparse?: boolean;
  readonly partialFilterExpression?: object;
}

type Keys = Readonly<Record<string, 1 | -1>>;

/** The name that the driver gives an index. */
export const formatIndexName = (keys: Keys): string =>
  Object.entries(keys)
    .map(([field, direction]) => `${field}_${direction}`)
    .join('_');

const serves = (known: KnownIndex, keys: Keys, { unique = false, expireAfterSeconds }: Index): boolean =>
  JSON.stringify(Object.entries(known.key).map(([field, direction]) => [field, Number(direction)])) ===
    JSON.stringify(Object.entries(keys)) &&
  (known.unique ?? false) === unique &&
  (known.expireAfterSeconds === undefined ? undefined : Number(known.expireAfterSeconds)) === expireAfterSeconds;

/** True when one of the indexes is as declared, as far as answers and ends of documents depend on it. */
export const isDeclared = (there: readonly KnownIndex[], keys: Keys, index: Index): boolean =>
  there.some((known) => serves(known, keys, index));

/** True if one of the indexes equals the declaration in everything that a server reports. */
export const isMade = (there: readonly KnownIndex[], keys: Keys, index: Index): boolean =>
  there.some(
    (known) =>
      serves(known, keys, index) &&
      (known.sparse ?? false) === (index.sparse ?? false) &&
      JSON.stringify(known.partialFilterExpression) === JSON.stringify(index.partial),
  );
