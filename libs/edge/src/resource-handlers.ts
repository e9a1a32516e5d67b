import { refuse } from '@porchlight/errors';
import {
  createRenderer,
  parseId,
  parseListQuery,
  parseOptions,
  wordsOf,
  type Descriptor,
  type ReadingMode,
  type Row,
  type Verb,
} from '@porchlight/resource';
import type { Request, Response } from 'express';
import { sendJson, sendRecord } from './answer';
import { versionWanted } from './entity-tag';
import { forwardedOf } from './forward';
import { chooseMode, reportIgnored } from './handling';
import { listBody, nextLinkOf, type ListAnswer } from './list-answer';
import { readRecord } from './read-record';
import { repeatableOf } from './repeatable';
import type { ResourceRoutesOptions } from './resource-routes';
import { queryOf } from './state';

/** The response of a service to a call for one record. */
interface RecordAnswer {
  record: Row;
  created: boolean;
}

/** What a service gets of a create or update. */
interface RecordRequest {
  readonly record: Row;
  readonly mask: readonly string[];
  readonly options: Record<string, string>;
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
const deleteOptions = (descriptor: Descriptor, req: Request, mode: ReadingMode): ReturnType<typeof parseOptions> => {
  const query = queryOf(req);
  const pairs: [string, string][] = [...query];
  const body = req.body as unknown;
  if (typeof body === 'object' && body !== null && !Array.isArray(body))
    for (const [name, value] of Object.entries(body as Record<string, unknown>))
      if (value !== null && !query.has(name))
        pairs.push([name, typeof value === 'object' ? '[object]' : String(value)]);
  return parseOptions(descriptor, 'delete', pairs, mode);
};

/** The handlers of a resource's verbs, behind credentials, role, body and system. */
export const resourceHandlers = (
  descriptor: Descriptor,
  options: ResourceRoutesOptions,
): Readonly<Record<Verb, Handler>> => {
  const { forward, publicBaseUrl, customNames, countIgnored, listGate } = options;
  const render = createRenderer(descriptor);
  const readBody = async (req: Request, res: Response, verb: 'create' | 'update'): Promise<RecordRequest> => {
    const mode = chooseMode(req, res, undefined);
    const query = parseOptions(descriptor, verb, queryOf(req), mode);
    const { record, mask, ignored } = await readRecord(descriptor, req, verb, mode, customNames);
    reportIgnored(req, res, [...query.ignored, ...ignored], countIgnored);
    return { record, mask, options: query.options };
  };
  return {
    list: async (req, res) => {
      const { query, fields, ignored } = parseListQuery(descriptor, queryOf(req), chooseMode(req, res, undefined));
      reportIgnored(req, res, ignored, countIgnored);
      const call = forwardedOf(req);
      const read = (): Promise<unknown> => forward(descriptor, 'list', { query }, call);
      const { accountId } = call.actor;
      const answer = (await (listGate?.run(descriptor.service, accountId, read) ?? read())) as ListAnswer;
      const shown = (record: Row): Record<string, unknown> => render(record, fields);
      sendJson(
        res,
        200,
        listBody(descriptor, query, answer, shown, (next) => nextLinkOf(req, publicBaseUrl, next)),
      );
    },
    create: async (req, res) => {
      const repeatable = repeatableOf(req, res);
      const request = await readBody(req, res, 'create');
      const { record, created } = (await forward(descriptor, 'create', request, {
        ...forwardedOf(req),
        repeatable,
      })) as RecordAnswer;
      const headers: Record<string, string> = created ? { Location: `/v1/${descriptor.path}/${record.id}` } : {};
      sendRecord(req, res, created ? 201 : 200, record.version, render(record), headers);
    },
    get: async (req, res) => {
      const {
        options: switches,
        fields,
        ignored,
      } = parseOptions(descriptor, 'get', queryOf(req), chooseMode(req, res, undefined));
      reportIgnored(req, res, ignored, countIgnored);
      const id = idOf(req, descriptor);
      const { record } = (await forward(
        descriptor,
        'get',
        { id, options: switches },
        forwardedOf(req),
      )) as RecordAnswer;
      sendRecord(req, res, 200, record.version, render(record, fields));
    },
    update: async (req, res) => {
      const id = idOf(req, descriptor);
      const given = await readBody(req, res, 'update');
      const request = { id, ...given, options: { ...given.options, ...guardOf(req) } };
      const { record } = (await forward(descriptor, 'update', request, forwardedOf(req))) as RecordAnswer;
      sendRecord(req, res, 200, record.version, render(record));
    },
    delete: async (req, res) => {
      const id = idOf(req, descriptor);
      const { options: switches, ignored } = deleteOptions(descriptor, req, chooseMode(req, res, undefined));
      reportIgnored(req, res, ignored, countIgnored);
      await forward(descriptor, 'delete', { id, options: { ...switches, ...guardOf(req) } }, forwardedOf(req));
      sendJson(res, 200, {});
    },
  };
};
