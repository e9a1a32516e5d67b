import type { Update } from '../contract/document-collection';

/** The new state of one document. */
export interface Replacement {
  readonly _id: string | number;
  /** Expression that must hold as well. */
  readonly when: unknown;
  /** Fields and their values, which are never evaluated as expressions. */
  readonly set: Readonly<Record<string, unknown>>;
  /** Computed fields, as expressions. */
  readonly derived?: Readonly<Record<string, unknown>>;
}

/** Documents of one update: each is compared with the replacements before its own. */
export const MAX_REPLACED = 50;

/**
 * An update for `updateMany` by `_id: { $in }` that sets different fields per document in one commit; a bulk write
 * needs one commit for each. A document whose `when` is false is not changed.
 */
export const replaceEach = (replacements: readonly Replacement[]): Update => {
  const branches = replacements.map(({ _id, when, set, derived = {} }) => ({
    case: { $and: [{ $eq: ['$_id', _id] }, when] },
    then: { $mergeObjects: ['$$ROOT', { $literal: set }, derived] },
  }));
  return [{ $replaceWith: { $switch: { branches, default: '$$ROOT' } } }];
};
