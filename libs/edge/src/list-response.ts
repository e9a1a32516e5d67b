import type { Descriptor, ListQuery, Row } from '@porchlight/resource';
import type { Request } from 'express';
import { readPathname, readQuery } from './request-state';

/** The response of a service to a list call. */
export interface ListResponse {
  records: Row[];
  page?: { total: number; next: string; warnings: string[] };
}

/** Formats the address of the next page with the caller's query. */
export const formatNextLink = (req: Request, base: string, next: string): string => {
  const query = readQuery(req);
  query.delete('offset');
  query.set('next', next);
  return `${base}${readPathname(req)}?${query.toString()}`;
};

/** The collection wrapper (specification; decisions section 2). */
export const listBody = (
  descriptor: Descriptor,
  query: ListQuery,
  response: ListResponse,
  render: (record: Row) => Record<string, unknown>,
  link: (next: string) => string,
): Record<string, unknown> => {
  const next = response.page?.next ?? '';
  const warnings = response.page?.warnings ?? [];
  const more = (descriptor.metadata ?? []).map((name) => [
    name,
    (response as ListResponse & Record<string, unknown>)[name],
  ]);
  return {
    _metadata: {
      collection: descriptor.collection,
      offset: query.offset,
      limit: query.limit,
      total: response.page?.total ?? 0,
      next: next === '' ? null : next,
      nextLink: next === '' ? null : link(next),
      ...Object.fromEntries(more),
      ...(warnings.length > 0 && { warnings }),
    },
    [descriptor.collection]: response.records.map(render),
  };
};
