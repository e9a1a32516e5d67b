import type { Registry } from '@porchlight/contracts';
import {
  addActionRoutes,
  addResourceRoutes,
  createListGate,
  createRouteTable,
  type ResourceRoutesOptions,
  type RouteTable,
} from '@porchlight/edge';
import type { OpenApiDocument } from '@porchlight/openapi';
import type { RequestListener } from 'node:http';
import type { Config } from './config';
import type { LimitSource, RequestLimiter } from './limits/request-limiter';
import { addBatchRoute } from './routes/batch';
import { addCurrentUserRoutes } from './routes/current-user';
import { asyncApiRoute, openApiRoute } from './routes/openapi';
import { addRateLimitRoutes } from './routes/rate-limits';
import type { Channels } from './service-channels';
import type { Streams } from './stream/stream-routes';

interface RoutesOptions {
  readonly config: Config;
  readonly registry: Registry;
  /** The description of the API. */
  readonly document: OpenApiDocument;
  readonly channels: Channels;
  readonly limiter: RequestLimiter;
  readonly limitSource: LimitSource;
  /** How a route reads a request and calls the services. */
  readonly reading: ResourceRoutesOptions;
  readonly streams: Streams;
  /** The whole application, for the requests of a batch. */
  readonly app: RequestListener;
}

/** All routes of the API: actions, the verbs of resources, and those that the gateway answers itself. */
export const listRoutes = (options: RoutesOptions): RouteTable => {
  const { config, registry, channels, limiter, limitSource, reading } = options;
  const table = createRouteTable();
  const paths = new Set(registry.resources.flatMap(({ path }) => [`/${path}`, `/${path}/:id`]));
  addActionRoutes(table, registry.actions, paths, reading);
  const elsewhere = (at: string): string[] =>
    registry.actions.filter(({ path }) => path === at).map(({ method }) => method);
  for (const descriptor of registry.resources) {
    const except = descriptor.verbs.filter((verb) =>
      registry.actions.some(({ resource, name }) => resource === descriptor.resource && name === verb),
    );
    addResourceRoutes(table, descriptor, reading, except, elsewhere);
  }
  table.add('ALL', '/openapi.json', openApiRoute(options.document));
  table.add('ALL', '/asyncapi.json', asyncApiRoute(registry));
  addCurrentUserRoutes(table, channels, reading, config.GATEWAY_RPC_TIMEOUT_MS);
  addRateLimitRoutes(table, limiter, limitSource, reading);
  options.streams.addRoute(table, reading);
  const gate = createListGate({
    what: 'batches',
    maxPerAccount: config.LIMIT_BATCHES_PER_ACCOUNT,
    maxPerService: config.LIMIT_BATCHES,
  });
  addBatchRoute(table, options.app, { ...reading, gate });
  return table;
};

/** Method and path of the actions that receive leads. */
export const listLeadPaths = ({ actions }: Pick<Registry, 'actions'>): ReadonlySet<string> =>
  new Set(actions.filter(({ reading }) => reading === 'lead').map(({ method, path }) => `${method} /v1${path}`));
