import {
  createRenderer,
  parseListQuery,
  type Descriptor,
  type ListQuery,
  type ReadingMode,
  type Row,
} from '@porchlight/resource';
import type { Request, RequestHandler } from 'express';
import { readForwardHeaders, type Forwarded } from './forward';
import { chooseMode, reportIgnored } from './handling';
import { readPathname, readQuery } from './request-state';
import type { ResourceRoutesOptions } from './route-options';
import { sendJson } from './send-response';

/** The response of a service to a list call. */
interface ListResponse {
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
const listBody = (
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
    (response as ListResponse & Record<string, unknown>)[name] ?? {},
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

/** What differs between the list of a resource and an action that lists. */
interface ListSource {
  readonly service: string;
  readonly reading?: 'lead';
  /** Further fields that the list shows by default. */
  readonly shows?: readonly string[];
  readonly prepare: (req: Request, query: ListQuery, mode: ReadingMode) => object;
  readonly forward: (request: object, call: Forwarded) => Promise<unknown>;
}

/** Creates the handler of a list. */
export const createListHandler = (
  descriptor: Descriptor,
  { service, reading, shows = [], prepare, forward }: ListSource,
  { publicBaseUrl, countIgnored, listGate }: ResourceRoutesOptions,
): ((...args: Parameters<RequestHandler>) => Promise<void>) => {
  const render = createRenderer(descriptor);
  return async (req, res) => {
    const mode = chooseMode(req, res, reading);
    const { query, fields, ignored, isEmpty } = parseListQuery(descriptor, readQuery(req), mode);
    reportIgnored(req, res, ignored, countIgnored);
    const request = prepare(req, query, mode);
    const call = readForwardHeaders(req);
    const read = (): Promise<unknown> => forward(request, call);
    const response = isEmpty
      ? { records: [] }
      : ((await (listGate?.run(service, call.actor.accountId, read) ?? read())) as ListResponse);
    const show = (record: Row): Record<string, unknown> =>
      fields || shows.length === 0 ? render(record, fields) : { ...render(record), ...render(record, shows) };
    const link = (next: string): string => formatNextLink(req, publicBaseUrl, next);
    sendJson(res, 200, listBody(descriptor, query, response, show, link));
  };
};
