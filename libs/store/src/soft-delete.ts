import type { Descriptor, FilterValues } from '@porchlight/resource';
import type { Document } from './contract/document';
import type { Condition } from './contract/document-collection';
import { readField } from './read-field';

type Keeps = Pick<Descriptor, 'softDelete'>;

/** True for a deleted record of a resource with `softDelete`. */
export const isSoftDeleted = ({ softDelete }: Keeps, document: Document): boolean =>
  softDelete === true && readField(document, 'isDeleted') === true;

/** The condition of a list that leaves deleted records out; undefined if it contains them. */
export const excludeDeleted = ({ softDelete }: Keeps, filters: readonly FilterValues[]): Condition | undefined => {
  if (!softDelete) return undefined;
  const included = filters.some(({ name, values }) => name === 'includeDeleted' && values[0] === 'true');
  return included ? undefined : { isDeleted: false };
};
