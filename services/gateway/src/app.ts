import { createTokenMinter } from '@porchlight/access';
import { allActions, allResources, BACKENDS } from '@porchlight/contracts';
import { actionRoutes, createEdgeApp, identifySystem, identifyUser, readBody, resourceRoutes, type ResourceRoutesOptions, type Served } from '@porchlight/edge';
import { canonicalLine, type Clock, type Ids, type Logger, type Metrics, type Tracing } from '@porchlight/runtime';
import type { Express } from 'express';
import helmet from 'helmet';
import type { Config } from './config';
import { createCredentials } from './credentials';
import { createCustomNames } from './custom-names';
import { admitRequests } from './limits/admit-requests';
import { createLimitSource } from './limits/limit-source';
import { createFloodPauses } from './limits/flood-pauses';
import { createRequestLimiter } from './limits/request-limiter';
import { measureRequests } from './request-metrics';
import { batchRoutes } from './routes/batch';
import { consoleRoutes } from './routes/console';
import { openApiRoute } from './routes/openapi';
import { currentUserRoutes } from './routes/current-user';
import { rateLimitRoutes } from './routes/rate-limits';
import { startServers } from './servers';
import { signInRoutes } from './sign-in-routes';
import { createForward, createForwardAction, openChannels } from './services';
import { createProxyList, requireTls } from './trusted-proxies';

export interface Dependencies {
  readonly config: Config;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly metrics: Metrics;
  readonly tracing?: Tracing | undefined;
}

/** What the app offers its main and its tests. */
export interface Gateway {
  readonly port: number;
  ready(): Promise<{ ok: boolean; checks: Record<string, boolean> }>;
  stop(deadline: AbortSignal): Promise<void>;
}

/** Builds the gateway: the only place that constructs. */
export const createApp = async ({ config, logger, clock, ids, metrics, tracing }: Dependencies): Promise<Gateway> => {
  const minter = createTokenMinter({ signingKey: config.INTERNAL_TOKEN_PRIVATE_KEY_FILE, clock });
  const channels = openChannels({ config, mint: (actor) => minter.mint(actor), logger, clock, tracing });
  const timeoutMs = config.GATEWAY_RPC_TIMEOUT_MS;
  const issuer = config.AUTH_BASE_URL ?? config.PUBLIC_BASE_URL;
  const credentials = createCredentials(channels.auth, clock, timeoutMs, { issuer, audience: config.PUBLIC_BASE_URL });
  const forward = createForward(channels, timeoutMs);
  const limitSource = createLimitSource(channels.auth, timeoutMs);
  const limiter = createRequestLimiter({ source: limitSource, clock, logger });
  const pauses = createFloodPauses(clock);
  const options: ResourceRoutesOptions = {
    forward,
    customNames: createCustomNames(forward),
    forwardAction: createForwardAction(channels, timeoutMs),
    publicBaseUrl: config.PUBLIC_BASE_URL,
    user: identifyUser(credentials, admitRequests(limiter, credentials, pauses)),
    body: readBody(),
    largeBody: readBody(5 * 1_048_576, '5 MiB'),
    system: identifySystem(credentials, config.ALLOW_SYSTEM_WITHOUT_KEY),
  };
  const measure = measureRequests(metrics);
  const served = (line: Served): void => {
    measure(line);
    canonicalLine(logger, 'request.served', { ...line });
  };
  const mount = (app: Express): void => {
    const trusted = createProxyList(config.TRUSTED_PROXIES);
    app.use(requireTls(trusted));
    // What a JSON API needs of helmet; the web pages have a policy of their own.
    app.use(helmet({ contentSecurityPolicy: false, crossOriginEmbedderPolicy: false, originAgentCluster: false }));
    signInRoutes(app, { auth: channels.auth, timeoutMs, issuer, trusted, body: options.body });
    const paths = new Set(allResources.map(({ path }) => `/${path}`));
    app.use('/v1', actionRoutes(allActions, paths, options));
    for (const descriptor of allResources) {
      const elsewhere = allActions.filter(({ path }) => path === `/${descriptor.path}`).map(({ method }) => method);
      const except = descriptor.verbs.filter((verb) => allActions.some(({ resource, name }) => resource === descriptor.resource && name === verb));
      app.use('/v1', resourceRoutes(descriptor, options, except, elsewhere));
    }
    app.all('/v1/openapi.json', openApiRoute(config.PUBLIC_BASE_URL));
    app.use('/v1', currentUserRoutes(channels, options, timeoutMs));
    app.use('/v1', rateLimitRoutes(limiter, limitSource, options));
    app.use('/v1', batchRoutes(app, options));
    if (config.CONSOLE_FOLDER !== undefined) app.use(consoleRoutes(config.CONSOLE_FOLDER));
  };
  const telling = { requestId: () => ids.eventId(), served };
  const app = createEdgeApp(
    {
      now: () => clock.now(),
      ...telling,
      tracing,
      identify: options.user,
      fault: (error, requestId) => logger.error({ event: 'request.failed', err: error, requestId }, 'a request failed unexpectedly'),
    },
    mount,
  );
  const servers = await startServers(app, config, telling);
  return {
    port: servers.port,
    ready: async () => {
      const states = await Promise.all(BACKENDS.map(async (name) => [name, await channels[name].ready()] as const));
      const checks = Object.fromEntries(states);
      return { ok: states.every(([, ok]) => ok), checks };
    },
    stop: async (deadline) => {
      pauses.stop();
      await servers.stop(deadline, config.GATEWAY_DRAIN_MS);
      await Promise.all(BACKENDS.map((name) => channels[name].close()));
    },
  };
};
