import type { Descriptor, ListQuery, Row } from '@porchlight/resource';
import type { Request } from 'express';
import { pathOf, queryOf } from './state';

/** The response of a service to a list call. */
export interface ListAnswer {
  records: Row[];
  page?: { total: number; next: string; warnings: string[] };
}

/** The address of the page after, keeping the caller's query. */
export const nextLinkOf = (req: Request, base: string, next: string): string => {
  const query = queryOf(req);
  query.delete('offset');
  query.set('next', next);
  return `${base}${pathOf(req)}?${query.toString()}`;
};

/** The collection wrapper (specification; decisions section 2). */
export const listBody = (
  descriptor: Descriptor,
  query: ListQuery,
  answer: ListAnswer,
  render: (record: Row) => Record<string, unknown>,
  link: (next: string) => string,
): Record<string, unknown> => {
  const next = answer.page?.next ?? '';
  const warnings = answer.page?.warnings ?? [];
  const more = (descriptor.metadata ?? []).map((name) => [name, (answer as unknown as Record<string, unknown>)[name]]);
  return {
    _metadata: {
      collection: descriptor.collection,
      offset: query.offset,
      limit: query.limit,
      total: answer.page?.total ?? 0,
      next: next === '' ? null : next,
      nextLink: next === '' ? null : link(next),
      ...Object.fromEntries(more),
      ...(warnings.length > 0 && { warnings }),
    },
    [descriptor.collection]: answer.records.map(render),
  };
};
