import { refuse } from '@porchlight/errors';
import {
  createRenderer,
  parseId,
  parseOptions,
  splitWords,
  type Descriptor,
  type ReadingMode,
  type Row,
  type Verb,
} from '@porchlight/resource';
import type { Request, RequestHandler, Response } from 'express';
import { sendJson, sendRecord } from './send-response';
import { versionWanted } from './entity-tag';
import { readForwardHeaders } from './forward';
import { chooseMode, reportIgnored } from './handling';
import { createListHandler } from './list-response';
import { readRecord } from './read-record';
import { readIdempotencyKey } from './idempotency-key';
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

/** Options of a delete may be in the body or in the query (stages: assignStageId). */
const deleteOptions = (descriptor: Descriptor, req: Request, mode: ReadingMode): ReturnType<typeof parseOptions> => {
  const query = readQuery(req);
  const pairs: [string, string][] = [...query];
  const body = req.body as unknown;
  if (typeof body === 'object' && body !== null && !Array.isArray(body))
    for (const [name, value] of Object.entries(body as Record<string, unknown>))
      if (value !== null && !query.has(name))
        pairs.push([name, typeof value === 'object' ? '[object]' : String(value)]);
  return parseOptions(descriptor, 'delete', pairs, mode);
};

/** Creates the handlers of a resource's verbs, after credentials, role, body and system are checked. */
export const resourceHandlers = (
  descriptor: Descriptor,
  options: ResourceRoutesOptions,
): Readonly<Record<Verb, (...args: Parameters<RequestHandler>) => Promise<void>>> => {
  const { forward, customNames, countIgnored, references } = options;
  const render = createRenderer(descriptor);
  const readBody = async (req: Request, res: Response, verb: 'create' | 'update'): Promise<RecordRequest> => {
    const mode = chooseMode(req, res, undefined);
    const query = parseOptions(descriptor, verb, readQuery(req), mode);
    const { record, mask, ignored } = await readRecord(descriptor, req, verb, mode, customNames);
    reportIgnored(req, res, [...query.ignored, ...ignored], countIgnored);
    return { record, mask, options: query.options };
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
      const request = await readBody(req, res, 'create');
      await references?.beforeWrite(descriptor, request, readForwardHeaders(req));
      const { record, created } = (await forward(descriptor, 'create', request, {
        ...readForwardHeaders(req),
        idempotencyKey,
      })) as RecordResponse;
      const headers: Record<string, string> = created ? { Location: `/v1/${descriptor.path}/${record.id}` } : {};
      sendRecord(req, res, created ? 201 : 200, record.version, render(record), headers);
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
      const given = await readBody(req, res, 'update');
      await references?.beforeWrite(descriptor, { ...given, id }, readForwardHeaders(req));
      const request = { id, ...given, options: { ...given.options, ...readPrecondition(req) } };
      const { record } = (await forward(descriptor, 'update', request, readForwardHeaders(req))) as RecordResponse;
      sendRecord(req, res, 200, record.version, render(record));
    },
    delete: async (req, res) => {
      const id = parseRecordId(req, descriptor);
      const { options: switches, ignored } = deleteOptions(descriptor, req, chooseMode(req, res, undefined));
      reportIgnored(req, res, ignored, countIgnored);
      const requested = { ...switches, ...readPrecondition(req) };
      const call = readForwardHeaders(req);
      await references?.beforeDelete(descriptor, id, requested, call);
      await forward(descriptor, 'delete', { id, options: requested }, call);
      sendJson(res, 200, {});
    },
  };
};
