import { refuse } from '@porchlight/errors';
import { createRenderer, parseId, parseListQuery, parseOptions, wordsOf, type Descriptor, type Row, type Verb } from '@porchlight/resource';
import type { Request, Response } from 'express';
import { sendJson, sendRecord } from './answer';
import { versionWanted } from './entity-tag';
import { forwardedOf } from './forward';
import { listBody, nextLinkOf, type ListAnswer } from './list-answer';
import { readRecord } from './read-record';
import { repeatableOf } from './repeatable';
import type { ResourceRoutesOptions } from './resource-routes';
import { queryOf } from './state';

/** What a service answers to a call for one record. */
interface RecordAnswer {
  record: Row;
  created: boolean;
}

type Handler = (req: Request, res: Response) => Promise<void>;

const idOf = (req: Request, descriptor: Descriptor): number => {
  const id = parseId(String(req.params['id']));
  if (id === undefined) throw refuse('NOT_FOUND', { what: wordsOf(descriptor.noun) });
  return id;
};

/** The version that a write counts on, for the store's guard. */
const guardOf = (req: Request): { ifVersion?: string } => {
  const version = versionWanted(req);
  return version === undefined ? {} : { ifVersion: String(version) };
};

/** Options of a delete may stand in the body as well as in the query (stages: assignStageId). */
const deleteOptions = (descriptor: Descriptor, req: Request): Record<string, string> => {
  const query = queryOf(req);
  const pairs: [string, string][] = [...query];
  const body = req.body as unknown;
  if (typeof body === 'object' && body !== null && !Array.isArray(body))
    for (const [name, value] of Object.entries(body as Record<string, unknown>))
      if (value !== null && !query.has(name)) pairs.push([name, typeof value === 'object' ? '[object]' : String(value)]);
  return parseOptions(descriptor, 'delete', pairs).options;
};

/** The handlers of a resource's verbs, behind credentials, role, body and system. */
export const resourceHandlers = (descriptor: Descriptor, options: ResourceRoutesOptions): Readonly<Record<Verb, Handler>> => {
  const { forward, publicBaseUrl, customNames } = options;
  const render = createRenderer(descriptor);
  return {
    list: async (req, res) => {
      const { query, fields } = parseListQuery(descriptor, queryOf(req));
      const answer = (await forward(descriptor, 'list', { query }, forwardedOf(req))) as ListAnswer;
      const shown = (record: Row): Record<string, unknown> => render(record, fields);
      sendJson(res, 200, listBody(descriptor, query, answer, shown, (next) => nextLinkOf(req, publicBaseUrl, next)));
    },
    create: async (req, res) => {
      const repeatable = repeatableOf(req, res);
      const { options: switches } = parseOptions(descriptor, 'create', queryOf(req));
      const { record: given, mask } = await readRecord(descriptor, req, 'create', customNames);
      const request = { record: given, mask, options: switches };
      const { record, created } = (await forward(descriptor, 'create', request, { ...forwardedOf(req), repeatable })) as RecordAnswer;
      const headers: Record<string, string> = created ? { Location: `/v1/${descriptor.path}/${record.id}` } : {};
      sendRecord(req, res, created ? 201 : 200, record.version, render(record), headers);
    },
    get: async (req, res) => {
      const { options: switches, fields } = parseOptions(descriptor, 'get', queryOf(req));
      const id = idOf(req, descriptor);
      const { record } = (await forward(descriptor, 'get', { id, options: switches }, forwardedOf(req))) as RecordAnswer;
      sendRecord(req, res, 200, record.version, render(record, fields));
    },
    update: async (req, res) => {
      const id = idOf(req, descriptor);
      const { options: switches } = parseOptions(descriptor, 'update', queryOf(req));
      const { record: given, mask } = await readRecord(descriptor, req, 'update', customNames);
      const request = { id, record: given, mask, options: { ...switches, ...guardOf(req) } };
      const { record } = (await forward(descriptor, 'update', request, forwardedOf(req))) as RecordAnswer;
      sendRecord(req, res, 200, record.version, render(record));
    },
    delete: async (req, res) => {
      const id = idOf(req, descriptor);
      const switches = { ...deleteOptions(descriptor, req), ...guardOf(req) };
      await forward(descriptor, 'delete', { id, options: switches }, forwardedOf(req));
      sendJson(res, 200, {});
    },
  };
};
