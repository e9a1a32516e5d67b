import { refuse } from '@porchlight/errors';
import {
  parseId,
  parseParameters,
  type Action,
  type ActionResponse,
  type ActionInput,
  type Descriptor,
} from '@porchlight/resource';
import type { Request, RequestHandler, Response } from 'express';
import { announceDeprecations } from './announce-deprecations';
import { versionWanted } from './entity-tag';
import { sendHead, sendJson, sendRecord } from './send-response';
import { readForwardHeaders } from './forward';
import { chooseMode, preferredHandling, reportIgnored } from './handling';
import { createListHandler, formatNextLink } from './list-response';
import { requireSystem, permit, refuseMethod } from './permit';
import { readRecord } from './read-record';
import { readText } from './read-text';
import { readIdempotencyKey } from './read-idempotency-key';
import type { ResourceRoutesOptions } from './route-options';
import type { RouteTable } from './route-table';
import { readQuery, getState } from './request-state';
import { closed, withFairQueue } from './with-fair-queue';

const MAX_PARAMETER = 128;

const readPath = (req: Request): { path: Record<string, string>; id: number } => {
  const path: Record<string, string> = {};
  for (const [name, value] of Object.entries(req.params)) path[name] = String(value).slice(0, MAX_PARAMETER);
  if (path['id'] === undefined) return { path, id: 0 };
  const id = parseId(path['id']);
  if (id === undefined) throw refuse('NOT_FOUND');
  return { path, id };
};

const readInput = async (
  action: Action,
  req: Request,
  res: Response,
  options: ResourceRoutesOptions,
): Promise<ActionInput> => {
  const place = readPath(req);
  const mode = chooseMode(req, res, action.reading);
  // The query of a write is read strictly (D13.10), except of a lead, which is never refused for its looks (D11.1).
  const queryMode = mode === 'lenient' && action.method !== 'GET' ? 'strict' : mode;
  const { values: query, ignored } = parseParameters(action.query ?? {}, readQuery(req), queryMode);
  const shape = action.bodyResource ?? (action.body && ({ fields: action.body } as Descriptor));
  const parsed =
    shape && (await readRecord(shape, req, 'create', mode, options.customNames, { creates: action.method === 'POST' }));
  const { charsetGuessed, ignoredFiles = [] } = getState(req);
  const charset = charsetGuessed ? ['charset'] : [];
  const names = [...charset, ...ignoredFiles, ...ignored, ...(parsed?.ignored ?? [])];
  reportIgnored(req, res, names, options.countIgnored, parsed?.unlisted);
  const ifVersion = action.versioned && action.method !== 'GET' ? versionWanted(req) : undefined;
  const body = parsed?.record ?? {};
  return {
    ...place,
    query,
    mode,
    body,
    mask: parsed?.mask ?? [],
    ignored: names,
    ...(ifVersion !== undefined && { ifVersion }),
  };
};

/** Names of fields that a service ignored, of which the response shows as many as fit. */
const MAX_OF_SERVICE = 100;

/** Fields that the owning service ignored in lenient reading: undefined custom fields of a lead. */
const ignoredByService = (answer: unknown): { names: readonly string[]; unlisted: number } => {
  const { ignored } = (answer ?? {}) as { readonly ignored?: unknown };
  if (!Array.isArray(ignored)) return { names: [], unlisted: 0 };
  const names = ignored.slice(0, MAX_OF_SERVICE).map((name) => String(name).slice(0, 100));
  return { names, unlisted: ignored.length - names.length };
};

/** Lets the body of a lead be read leniently, unless the caller prefers strict handling. */
const readAsLead: RequestHandler = (req, _res, next) => {
  getState(req).readsLead = preferredHandling(req.headers.prefer) !== 'strict';
  next();
};

const sendResponse = (req: Request, res: Response, { status, body, headers, version }: ActionResponse): void => {
  if (body === undefined) sendHead(res, status, headers ?? {}).end();
  else if (version !== undefined) sendRecord(req, res, status, version, body, headers);
  else sendJson(res, status, body, headers);
};

const serve = (action: Action, options: ResourceRoutesOptions): RequestHandler => {
  const { forwardAction, publicBaseUrl, countIgnored } = options;
  const { service, lists, reading, shows } = action;
  if (lists)
    return createListHandler(
      lists,
      {
        service,
        reading,
        shows,
        prepare: (req, list, mode) =>
          action.request({ ...readPath(req), query: {}, mode, body: {}, mask: [], list }) as object,
        forward: (request, call) => forwardAction(action, request, call),
      },
      options,
    );
  return async (req, res) => {
    const idempotencyKey = readIdempotencyKey(req, res);
    const input = await readInput(action, req, res, options);
    const answer = await forwardAction(action, action.request(input) as object, {
      ...readForwardHeaders(req),
      idempotencyKey,
      ...(action.cancelable && { signal: closed(res) }),
    });
    if (reading) {
      const { names, unlisted } = ignoredByService(answer);
      reportIgnored(req, res, names, countIgnored, unlisted);
    }
    const request = { input, publicBaseUrl, link: (next: string) => formatNextLink(req, publicBaseUrl, next) };
    sendResponse(req, res, action.respond?.(answer, request) ?? { status: 200, body: {} });
  };
};

/**
 * Adds the routes of actions. They come before the routes of the resources, so that /people/claim is not read as an
 * id. A path returns 405 for other methods, unless a resource has the path too.
 */
export const addActionRoutes = (
  table: RouteTable,
  actions: readonly Action[],
  resourcePaths: ReadonlySet<string>,
  options: ResourceRoutesOptions,
): void => {
  const methods = new Map<string, string[]>();
  for (const action of actions) {
    const { method, path, service, resource, name, roles } = action;
    table.add(
      method,
      path,
      options.user,
      permit(`${service}.${resource}.${name}`, roles),
      ...announceDeprecations(action.deprecated, action.lists?.filters ?? action.query),
      ...(action.reading === 'lead' ? [readAsLead] : []),
      ...(action.body || action.bodyResource
        ? [readText(action.textBody, action.largeBody ? options.largeBody : options.body, options.bodyBudget)]
        : []),
      options.system,
      ...(action.requiresSystem ? [requireSystem] : []),
      withFairQueue(options.fairQueue, serve(action, options), action.largeBody),
    );
    methods.set(path, [...(methods.get(path) ?? []), method]);
  }
  for (const [path, allow] of methods)
    if (!resourcePaths.has(path)) table.add('ALL', path, options.user, refuseMethod(allow));
};
