import type { Update } from '../types';

/** What one document becomes. */
export interface Replacement {
  readonly _id: string | number;
  /** Expression that must hold as well. */
  readonly when: unknown;
  /** Fields and their values, which are no expressions whatever a caller wrote into them. */
  readonly set: Readonly<Record<string, unknown>>;
  /** Fields that come of what is there, as expressions. */
  readonly derived?: Readonly<Record<string, unknown>>;
}

/** Documents of one such update: each of them is compared with the replacements before its own. */
export const MAX_REPLACED = 50;

/**
 * For `updateMany` by `_id: { $in }`: each document gets its own fields, in one commit, where a bulk of updates costs
 * one for each. A document whose `when` does not hold stays as it is and does not count as changed.
 */
export const replaceEach = (replacements: readonly Replacement[]): Update => {
  const branches = replacements.map(({ _id, when, set, derived = {} }) => ({
    case: { $and: [{ $eq: ['$_id', _id] }, when] },
    then: { $mergeObjects: ['$$ROOT', { $literal: set }, derived] },
  }));
  return [{ $replaceWith: { $switch: { branches, default: '$$ROOT' } } }];
};
