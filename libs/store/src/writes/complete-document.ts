import type { Row } from '@porchlight/resource';
import type { Document, Draft } from '../contract/document';
import { readField } from '../read-field';
import type { ResourceContext } from '../resource-context';

/** Turns a draft into a document that can be stored; `head` holds the fields that the store sets itself. */
export type CompleteDocument<D extends Document> = (draft: Draft<D> | D, head: Partial<Document>) => D;

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || Number.isNaN(value instanceof Date ? value.getTime() : value);

/**
 * Adds the viewers and removes values that cannot be sorted (null, NaN, an invalid date), so that each list shows the
 * record once.
 */
export const createCompleteDocument = <R extends Row, D extends Document>({
  options: { descriptor },
  rules,
}: Pick<ResourceContext<R, D>, 'options' | 'rules'>): CompleteDocument<D> => {
  const sortFields = [...new Set(Object.values(descriptor.sorts).map(({ column }) => column))].filter(
    (field) => field !== 'id',
  );
  return (draft, head) => {
    const document = Object.assign({} as D, draft, head);
    for (const field of sortFields)
      if (field in document && isEmpty(readField(document, field))) Reflect.deleteProperty(document, field);
    if (descriptor.visibility === 'viewers' && rules.viewers)
      Object.assign(document, { viewers: rules.viewers(document) });
    return document;
  };
};
