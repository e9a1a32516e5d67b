import type { Update } from '../contract/document-collection';

/** The new state of one document. */
export type Replacement = MergedFields | NewDocument;

interface Guarded {
  readonly _id: string | number;
  /** Expression that must hold as well. */
  readonly when: unknown;
}

/** Fields that are set; all other fields of the document stay. */
interface MergedFields extends Guarded {
  /** Fields and their values, which are never evaluated as expressions. */
  readonly set: Readonly<Record<string, unknown>>;
  /** Computed fields, as expressions. */
  readonly derived?: Readonly<Record<string, unknown>>;
}

/** The whole document: no other field of the former one stays. */
interface NewDocument extends Guarded {
  readonly document: { readonly _id: string | number };
}

/** Documents of one update: each is compared with the replacements before its own. */
export const MAX_REPLACED = 50;

const buildDocument = (replacement: Replacement): unknown =>
  'document' in replacement
    ? { $literal: replacement.document }
    : { $mergeObjects: ['$$ROOT', { $literal: replacement.set }, replacement.derived ?? {}] };

/**
 * An update for `updateMany` by `_id: { $in }` that changes different fields per document in one commit; a bulk write
 * needs one commit for each. A document whose `when` is false is not changed.
 */
export const replaceEach = (replacements: readonly Replacement[]): Update => {
  const branches = replacements.map((replacement) => ({
    case: { $and: [{ $eq: ['$_id', replacement._id] }, replacement.when] },
    then: buildDocument(replacement),
  }));
  return [{ $replaceWith: { $switch: { branches, default: '$$ROOT' } } }];
};
