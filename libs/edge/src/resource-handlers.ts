import { refuse } from '@porchlight/errors';
import {
  createRenderer,
  isObject,
  parseId,
  parseOptions,
  splitWords,
  type Descriptor,
  type ReadingMode,
  type Row,
  type Verb,
} from '@porchlight/resource';
import type { Request, RequestHandler, Response } from 'express';
import { sendHead, sendJson, sendRecord } from './send-response';
import { versionWanted } from './entity-tag';
import { readForwardHeaders } from './forward';
import { chooseMode, reportIgnored } from './handling';
import { createListHandler } from './list-response';
import { readRecord } from './read-record';
import { readIdempotencyKey } from './read-idempotency-key';
import type { ResourceRoutesOptions } from './route-options';
import { readQuery } from './request-state';

/** The response of a service to a call for one record. */
interface RecordResponse {
  record: Row;
  created: boolean;
}

/** The request of a create or update to a service. */
interface RecordRequest {
  readonly record: Row;
  readonly mask: readonly string[];
  readonly options: Record<string, string>;
}

const parseRecordId = (req: Request, descriptor: Descriptor): number => {
  const id = parseId(String(req.params['id']));
  if (id === undefined) throw refuse('NOT_FOUND', { what: splitWords(descriptor.noun) });
  return id;
};

/** Reads the precondition of a write (If-Match). */
const readPrecondition = (req: Request): { ifVersion?: string } => {
  const version = versionWanted(req);
  return version === undefined ? {} : { ifVersion: String(version) };
};

/** Names of the options of a verb. */
const listOptions = ({ options = {} }: Descriptor, verb: Verb): string[] =>
  Object.keys(options).filter((name) => options[name]!.verbs.includes(verb));

/**
 * Options of a write may be in the query or in the body (stages: assignStageId; people: deduplicate); the query takes
 * precedence. A query is always read strictly (D13.10).
 */
const readOptions = (
  descriptor: Descriptor,
  verb: 'create' | 'update' | 'delete',
  req: Request,
  mode: ReadingMode,
): Omit<ReturnType<typeof parseOptions>, 'ignored'> & { ignored: readonly string[] } => {
  const query = parseOptions(descriptor, verb, readQuery(req), 'strict');
  const inBody = listOptions(descriptor, verb);
  const pairs = Object.entries(isObject(req.body) ? req.body : {}).flatMap(([name, value]): [string, string][] => {
    if (value === null || name in query.options || !(inBody.includes(name) || verb === 'delete')) return [];
    return [[name, typeof value === 'object' ? '[object]' : String(value)]];
  });
  const body = parseOptions(descriptor, verb, pairs, mode);
  return { options: { ...body.options, ...query.options }, fields: query.fields, ignored: body.ignored };
};

/** Creates the handlers of a resource's verbs, after credentials, role, body and system are checked. */
export const resourceHandlers = (
  descriptor: Descriptor,
  options: ResourceRoutesOptions,
): Readonly<Record<Verb, (...args: Parameters<RequestHandler>) => Promise<void>>> => {
  const { forward, customNames, countIgnored, references } = options;
  const render = createRenderer(descriptor);
  const readBody = async (req: Request, res: Response, verb: 'create' | 'update') => {
    const mode = chooseMode(req, res, undefined);
    const query = readOptions(descriptor, verb, req, mode);
    const { record, mask, ignored, unlisted } = await readRecord(descriptor, req, verb, mode, customNames, {
      options: listOptions(descriptor, verb),
    });
    reportIgnored(req, res, [...query.ignored, ...ignored], countIgnored, unlisted);
    const request: RecordRequest = { record, mask, options: query.options };
    return { request, fields: query.fields };
  };
  return {
    list: createListHandler(
      descriptor,
      {
        service: descriptor.service,
        prepare: (_req, query) => ({ query }),
        forward: (request, call) => forward(descriptor, 'list', request, call),
      },
      options,
    ),
    create: async (req, res) => {
      const idempotencyKey = readIdempotencyKey(req, res);
      const { request, fields } = await readBody(req, res, 'create');
      await references?.beforeWrite(descriptor, request, readForwardHeaders(req));
      const { record, created } = (await forward(descriptor, 'create', request, {
        ...readForwardHeaders(req),
        idempotencyKey,
      })) as RecordResponse;
      const headers: Record<string, string> = created ? { Location: `/v1/${descriptor.path}/${record.id}` } : {};
      sendRecord(req, res, created ? 201 : 200, record.version, render(record, fields), headers);
    },
    get: async (req, res) => {
      const {
        options: switches,
        fields,
        ignored,
      } = parseOptions(descriptor, 'get', readQuery(req), chooseMode(req, res, undefined));
      reportIgnored(req, res, ignored, countIgnored);
      const id = parseRecordId(req, descriptor);
      const { record } = (await forward(
        descriptor,
        'get',
        { id, options: switches },
        readForwardHeaders(req),
      )) as RecordResponse;
      sendRecord(req, res, 200, record.version, render(record, fields));
    },
    update: async (req, res) => {
      const id = parseRecordId(req, descriptor);
      const { request: body, fields } = await readBody(req, res, 'update');
      await references?.beforeWrite(descriptor, { ...body, id }, readForwardHeaders(req));
      const request = { id, ...body, options: { ...body.options, ...readPrecondition(req) } };
      const { record } = (await forward(descriptor, 'update', request, readForwardHeaders(req))) as RecordResponse;
      sendRecord(req, res, 200, record.version, render(record, fields));
    },
    delete: async (req, res) => {
      const id = parseRecordId(req, descriptor);
      const mode = chooseMode(req, res, undefined);
      const { options: switches, ignored } = readOptions(descriptor, 'delete', req, mode);
      reportIgnored(req, res, ignored, countIgnored);
      const requested = { ...switches, ...readPrecondition(req) };
      const call = readForwardHeaders(req);
      await references?.beforeDelete(descriptor, id, requested, call);
      await forward(descriptor, 'delete', { id, options: requested }, call);
      if (descriptor.deleteResponse === 'none') sendHead(res, 204, {}).end();
      else sendJson(res, 200, descriptor.deleteResponse === 'emptyList' ? [] : {});
    },
  };
};
