import { refuse } from '@porchlight/errors';
import { sortNamed, type ListQuery, type Row, type Sort } from '@porchlight/resource';
import { composeKey } from '../document-key';
import type { Document } from '../contract/document';
import type { ListPlan } from '../contract/strategy';
import type { ResourceContext } from '../resource-context';
import { computeDigest, type Position } from './next-token';
import { createGroupPosition } from './page-by-group';
import { readSortValue, type Order } from './sort-documents';

/** The order that a query requests. Throws INVALID_QUERY for a sort that this list does not have. */
export const resolveOrder = <R extends Row, D extends Document>(
  { descriptor }: ResourceContext<R, D>['options'],
  query: ListQuery,
  { sortField, groups }: Pick<ListPlan, 'sortField' | 'groups'>,
): Order => {
  if (query.sort === '') return { field: 'id', descending: true };
  const { column, partial, grouped, ruled } = sortNamed(descriptor, query.sort) as Sort;
  const field = ruled ? sortField : column;
  if (field === undefined)
    throw refuse('INVALID_QUERY', { problems: `This list cannot be sorted by '${query.sort.slice(0, 100)}'.` });
  return { field, descending: query.descending, partial, ...(grouped && { groups }) };
};

/** Where a page with this last record ends. */
export const createPosition = (document: Document, { field, groups }: Order): Position => {
  if (field === 'id') return { id: document.id };
  return groups
    ? createGroupPosition(document, field, groups)
    : { id: document.id, value: readSortValue(document, field) };
};

/**
 * A position with the long text whose digest its token has. Throws INVALID_NEXT when the record no longer has that
 * text.
 */
export const completePosition = async <R extends Row, D extends Document>(
  { collection }: Pick<ResourceContext<R, D>, 'collection'>,
  accountId: number,
  { field }: Order,
  position: Position,
): Promise<Position> => {
  if (position.digest === undefined) return position;
  const [document] = await collection.find(
    { _id: composeKey(accountId, position.id), accountId },
    { limit: 1, projection: { [field]: 1 } },
  );
  const value = document ? readSortValue(document, field) : null;
  if (typeof value !== 'string' || computeDigest(value) !== position.digest) throw refuse('INVALID_NEXT');
  return { id: position.id, value };
};
