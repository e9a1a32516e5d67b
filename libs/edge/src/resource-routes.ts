import { requiresSystem, formatOperation, type Descriptor, type Verb } from '@porchlight/resource';
import type { RequestHandler } from 'express';
import { announceDeprecations } from './announce-deprecations';
import { hasForm } from './receive-file';
import { requireSystem, permit, refuseMethod } from './permit';
import { resourceHandlers } from './resource-handlers';
import type { ResourceRoutesOptions } from './route-options';
import type { RouteMethod, RouteTable } from './route-table';
import { withFairQueue } from './with-fair-queue';

/** The methods of the verbs of /v1/<path>, then those of /v1/<path>/{id}. */
const OF_COLLECTION: readonly (readonly [Verb, RouteMethod])[] = [
  ['list', 'GET'],
  ['create', 'POST'],
];
const OF_RECORD: readonly (readonly [Verb, RouteMethod])[] = [
  ['get', 'GET'],
  ['update', 'PUT'],
  ['delete', 'DELETE'],
];
const WITH_BODY: ReadonlySet<Verb> = new Set(['create', 'update', 'delete']);

/** What a caller without access may not do; undefined for the general sentence. */
const describeAct = ({ refusedAs }: Descriptor, verb: Verb): string | undefined => {
  if (refusedAs === undefined) return undefined;
  if (verb === 'delete') return `delete ${refusedAs}`;
  return verb === 'create' || verb === 'update' ? `update ${refusedAs}` : `read ${refusedAs}`;
};
/** Reads the body of a create, or receives the file of a form. */
const orForm =
  (receive: RequestHandler, body: RequestHandler): RequestHandler =>
  (req, res, next) =>
    hasForm(req) ? receive(req, res, next) : body(req, res, next);

/**
 * Adds the routes of a resource, derived from its descriptor: /v1/<path> and /v1/<path>/{id}. `except` verbs are
 * registered elsewhere, and so are the methods that `elsewhere` returns for a path.
 */
export const addResourceRoutes = (
  table: RouteTable,
  descriptor: Descriptor,
  options: ResourceRoutesOptions,
  except: readonly Verb[] = [],
  elsewhere: (path: string) => readonly string[] = () => [],
): void => {
  const { user, body, system } = options;
  const handlers = resourceHandlers(descriptor, options);
  const upload = options.uploads?.(descriptor);
  const collection = `/${descriptor.path}`;
  /** Registers the verbs of a path that the resource supports; returns their methods. */
  const serve = (path: string, verbs: typeof OF_COLLECTION): string[] => {
    const served = verbs.filter(([verb]) => descriptor.verbs.includes(verb) && !except.includes(verb));
    for (const [verb, method] of served)
      table.add(
        method,
        path,
        user,
        permit(formatOperation(descriptor, verb), descriptor.roles[verb] ?? [], describeAct(descriptor, verb)),
        ...announceDeprecations(descriptor.deprecated?.[verb], verb === 'list' ? descriptor.filters : {}),
        ...(WITH_BODY.has(verb) ? [verb === 'create' && upload ? orForm(upload.receive, body) : body] : []),
        system,
        ...(requiresSystem(descriptor, verb) ? [requireSystem] : []),
        ...(verb === 'create' && upload ? [upload.create] : []),
        withFairQueue(options.fairQueue, handlers[verb]),
      );
    return served.map(([, method]) => method);
  };

  const collected = serve(collection, OF_COLLECTION);
  table.add('ALL', collection, user, refuseMethod([...collected, ...elsewhere(collection)]));
  const record = `${collection}/:id`;
  const single = [...serve(record, OF_RECORD), ...elsewhere(record)];
  if (single.length > 0) table.add('ALL', record, user, refuseMethod(single));
};
