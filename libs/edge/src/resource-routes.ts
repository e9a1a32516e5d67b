import { mayPerform, type Actor } from '@porchlight/access';
import { refuse } from '@porchlight/errors';
import {
  createRenderer,
  demandsSystem,
  operationOf,
  parseId,
  parseListQuery,
  parseOptions,
  wordsOf,
  type Action,
  type Descriptor,
  type ListQuery,
  type Row,
  type Verb,
} from '@porchlight/resource';
import type { Repeatable } from '@porchlight/rpc';
import { Router, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { sendJson, sendRecord } from './answer';
import { versionWanted } from './entity-tag';
import { readRecord, type CustomNames } from './read-record';
import { repeatableOf } from './repeatable';
import { actorOf, pathOf, queryOf, stateOf } from './state';

/** Everything a call to a service needs besides its request. */
export interface Forwarded {
  readonly actor: Actor;
  readonly requestId: string;
  readonly suppressOwn: boolean;
  readonly traceparent?: string;
  /** There when the caller sent an Idempotency-Key with a POST. */
  readonly repeatable?: Repeatable | undefined;
}

/** Calls the RPC of a resource's verb at the owning service. */
export type Forward = (descriptor: Descriptor, verb: Verb, request: object, call: Forwarded) => Promise<unknown>;

/** Calls the RPC of an action at the service that has it. */
export type ForwardAction = (action: Action, request: object, call: Forwarded) => Promise<unknown>;

export interface ResourceRoutesOptions {
  readonly forward: Forward;
  readonly forwardAction: ForwardAction;
  /** Asked only when a body is refused anyway. */
  readonly customNames: CustomNames;
  /** Absolute address in front of /v1, for nextLink. */
  readonly publicBaseUrl: string;
  /** Runs before every route, knows who calls. */
  readonly user: RequestHandler;
  readonly body: RequestHandler;
  /** For the few that may be larger (decisions section 1). */
  readonly largeBody: RequestHandler;
  readonly system: RequestHandler;
}

/** What a route passes on with its call. */
export const forwardedOf = (req: Request): Forwarded => {
  const { requestId, span } = stateOf(req);
  return {
    actor: actorOf(req),
    requestId,
    suppressOwn: req.headers['x-suppress-webhooks'] === 'own',
    ...(span !== undefined && { traceparent: span.traceparent }),
  };
};

/** Notes the operation and refuses roles that it is closed to, before the body is read. */
export const permit = (operation: string, roles: readonly Actor['role'][]): RequestHandler => {
  return (req: Request, _res: Response, next: NextFunction): void => {
    stateOf(req).operation = operation;
    const { role } = actorOf(req);
    if (!mayPerform(role, roles)) throw refuse('FORBIDDEN', { role });
    next();
  };
};

/** Refuses callers without a registered system where decisions section 3 demands one. */
export const demandSystem: RequestHandler = (req, _res, next) => {
  if (actorOf(req).system === undefined) throw refuse('SYSTEM_REQUIRED');
  next();
};

/** 405 with Allow, for a path that is known and a method that is not. */
export const refuseMethod = (allow: readonly string[]): RequestHandler => {
  const methods = [...new Set(allow.flatMap((m) => (m === 'GET' ? ['GET', 'HEAD'] : [m])))].join(', ');
  return (req) => {
    throw refuse('METHOD_NOT_ALLOWED', { method: req.method, allow: methods });
  };
};

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

/** The address of the page after, keeping the caller's query. */
export const nextLinkOf = (req: Request, base: string, next: string): string => {
  const query = queryOf(req);
  query.delete('offset');
  query.set('next', next);
  return `${base}${pathOf(req)}?${query.toString()}`;
};

interface RecordAnswer {
  record?: Row;
  created?: boolean;
}
/** What a service answers to a list call. */
export interface ListAnswer {
  records: Row[];
  page?: { total: number; next: string; warnings: string[] };
}

/**
 * Derives the routes of a resource from its descriptor: /v1/<path> and /v1/<path>/{id}. `except` verbs are served elsewhere,
 * and so are `elsewhere` methods of /v1/<path>.
 */
export const resourceRoutes = (
  descriptor: Descriptor,
  options: ResourceRoutesOptions,
  except: readonly Verb[] = [],
  elsewhere: readonly string[] = [],
): Router => {
  const router = Router();
  const { forward, user, body, system } = options;
  const render = createRenderer(descriptor);
  const verbs = descriptor.verbs.filter((verb) => !except.includes(verb));
  const before = (verb: Verb, hasBody: boolean): RequestHandler[] => [
    user,
    permit(operationOf(descriptor, verb), descriptor.roles[verb] ?? []),
    ...(hasBody ? [body] : []),
    system,
    ...(demandsSystem(descriptor, verb) ? [demandSystem] : []),
  ];

  const collection = router.route(`/${descriptor.path}`);
  const item = router.route(`/${descriptor.path}/:id`);
  if (verbs.includes('list'))
    collection.get(...before('list', false), async (req: Request, res: Response) => {
      const { query, fields } = parseListQuery(descriptor, queryOf(req));
      const answer = (await forward(descriptor, 'list', { query }, forwardedOf(req))) as ListAnswer;
      sendJson(res, 200, listBody(descriptor, query, answer, (r) => render(r, fields), (next) => nextLinkOf(req, options.publicBaseUrl, next)));
    });
  if (verbs.includes('create'))
    collection.post(...before('create', true), async (req: Request, res: Response) => {
      const repeatable = repeatableOf(req, res);
      const { options: switches } = parseOptions(descriptor, 'create', queryOf(req));
      const { record, mask } = await readRecord(descriptor, req, 'create', options.customNames);
      const answer = (await forward(descriptor, 'create', { record, mask, options: switches }, { ...forwardedOf(req), repeatable })) as Required<RecordAnswer>;
      const headers: Record<string, string> = answer.created ? { Location: `/v1/${descriptor.path}/${answer.record.id}` } : {};
      sendRecord(req, res, answer.created ? 201 : 200, answer.record.version, render(answer.record), headers);
    });
  if (verbs.includes('get'))
    item.get(...before('get', false), async (req: Request, res: Response) => {
      const { options: switches, fields } = parseOptions(descriptor, 'get', queryOf(req));
      const id = idOf(req, descriptor);
      const answer = (await forward(descriptor, 'get', { id, options: switches }, forwardedOf(req))) as Required<RecordAnswer>;
      sendRecord(req, res, 200, answer.record.version, render(answer.record, fields));
    });
  if (verbs.includes('update'))
    item.put(...before('update', true), async (req: Request, res: Response) => {
      const id = idOf(req, descriptor);
      const { options: switches } = parseOptions(descriptor, 'update', queryOf(req));
      const { record, mask } = await readRecord(descriptor, req, 'update', options.customNames);
      const guarded = { ...switches, ...guardOf(req) };
      const answer = (await forward(descriptor, 'update', { id, record, mask, options: guarded }, forwardedOf(req))) as Required<RecordAnswer>;
      sendRecord(req, res, 200, answer.record.version, render(answer.record));
    });
  if (verbs.includes('delete'))
    item.delete(...before('delete', true), async (req: Request, res: Response) => {
      const id = idOf(req, descriptor);
      const switches = { ...deleteOptions(descriptor, req), ...guardOf(req) };
      await forward(descriptor, 'delete', { id, options: switches }, forwardedOf(req));
      sendJson(res, 200, {});
    });

  collection.all(user, refuseMethod([...(verbs.includes('list') ? ['GET'] : []), ...(descriptor.verbs.includes('create') ? ['POST'] : []), ...elsewhere]));
  const methods: readonly (readonly [Verb, string])[] = [
    ['get', 'GET'],
    ['update', 'PUT'],
    ['delete', 'DELETE'],
  ];
  const taken = methods.filter(([verb]) => verbs.includes(verb)).map(([, method]) => method);
  if (taken.length > 0) item.all(user, refuseMethod(taken));
  return router;
};

/** Options of a delete may stand in the body as well as in the query (stages: assignStageId). */
const deleteOptions = (descriptor: Descriptor, req: Request): Record<string, string> => {
  const pairs: [string, string][] = [...queryOf(req)];
  const body = req.body as unknown;
  if (typeof body === 'object' && body !== null && !Array.isArray(body))
    for (const [name, value] of Object.entries(body as Record<string, unknown>))
      if (value !== null && !queryOf(req).has(name)) pairs.push([name, typeof value === 'object' ? '[object]' : String(value)]);
  return parseOptions(descriptor, 'delete', pairs).options;
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
