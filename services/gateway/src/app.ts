import { GATEWAY } from '@porchlight/access';
import {
  createRegistry,
  CredentialServiceDefinition,
  ReceivedLeadServiceDefinition,
  ReferenceServiceDefinition,
  SystemServiceDefinition,
} from '@porchlight/contracts';
import {
  addActionRoutes,
  addResourceRoutes,
  createEdgeApp,
  createFairBudget,
  createListGate,
  createRouteTable,
  identifySystem,
  identifyUser,
  readBody,
  type ResourceRoutesOptions,
  type Served,
  readPathname,
} from '@porchlight/edge';
import { clientNetwork, LIMITS } from '@porchlight/limits';
import { createRpcClient, openTokenMinter } from '@porchlight/rpc';
import {
  canonicalLine,
  createCertificateReload,
  createFairQueue,
  type CertificatePair,
  type ServiceContext,
} from '@porchlight/runtime';
import type { Express, Request } from 'express';
import type { Config } from './config';
import { createReferenceChecks } from './reference-checks';
import { withSystemDeletion } from './delete-system';
import { createAuthClients } from './auth-clients';
import { createCors } from './cors';
import { createCredentials } from './credentials';
import { createClientAddressReader, createForwardedHeaderAlarm } from './client-address';
import { limitConnections } from './connections';
import { createCustomNames } from './custom-names';
import { admitRequests } from './limits/admit-requests';
import { createLimitSource } from './limits/limit-source';
import { checkReadiness } from './readiness';
import { createPenaltyDelay } from './limits/penalty-delay';
import { createRequestLimiter } from './limits/request-limiter';
import { withPersonExport } from './person-export';
import { createLeadReports } from './lead-reports';
import { createReadingCounts } from './reading-counts';
import { createUnknownLimit } from './unknown-credentials';
import { limitUnknownKeys } from './unknown-keys';
import { countEndedBodies, measureRequests } from './request-metrics';
import { addBatchRoute } from './routes/batch';
import { consoleRoutes } from './routes/console';
import { openApiRoute } from './routes/openapi';
import { addCurrentUserRoutes } from './routes/current-user';
import { addRateLimitRoutes } from './routes/rate-limits';
import { listSecurityHeaders } from './security-headers';
import { startServers } from './servers';
import { readForm } from './oauth/read-form';
import { signInRoutes } from './sign-in-routes';
import { createForward, createForwardAction, openChannels } from './service-channels';
import { unsubscribeRoutes } from './unsubscribe/unsubscribe-routes';
import { createProxyList, requireTls } from './trusted-proxies';

/** Part of the memory for bodies that only those up to 64 kB may use: leads and sign-ins go on during large uploads. */
const RESERVED_FOR_SMALL_BODIES = 0.25;

interface Dependencies extends Omit<ServiceContext<Config>, 'lifecycle'> {
  /** Paths of the certificate and its key; without them the certificate of the configuration is never reloaded. */
  readonly certificateFiles?: CertificatePair | undefined;
}

/** Composition root of the gateway. */
export const createApp = async ({ config, logger, clock, ids, metrics, tracing, certificateFiles }: Dependencies) => {
  const minter = openTokenMinter({
    signingKey: config.INTERNAL_TOKEN_PRIVATE_KEY_FILE,
    issuer: GATEWAY,
    clock,
    logger,
  });
  const registry = createRegistry((config.EXTERNAL_SERVICES_FILE ?? []).flatMap(({ resources }) => resources));
  const channels = openChannels({ config, mint: minter.mint, logger, clock, tracing });
  const timeoutMs = config.GATEWAY_RPC_TIMEOUT_MS;
  const issuer = config.AUTH_BASE_URL ?? config.PUBLIC_BASE_URL;
  const trusted = createProxyList(config.TRUSTED_PROXIES);
  const getClientAddress = createClientAddressReader({
    trusted,
    hops: config.TRUSTED_PROXY_HOPS,
    onUntrusted: createForwardedHeaderAlarm({ logger, metrics, clock }),
  });
  const getClientNetwork = (req: Request): string => clientNetwork(getClientAddress(req));
  const clients = createAuthClients(
    channels.auth,
    timeoutMs,
    createUnknownLimit({ clock, getClientNetwork, perMinute: config.LIMIT_UNKNOWN_SESSIONS_PER_MINUTE }),
  );
  const credentials = limitUnknownKeys(
    createCredentials(channels.auth, clients, clock, { issuer, audience: config.PUBLIC_BASE_URL }),
    { clock, getClientNetwork, perMinute: config.LIMIT_UNKNOWN_KEYS_PER_MINUTE },
  );
  const verifier = createRpcClient(CredentialServiceDefinition, channels.auth);
  const cors = createCors({
    findOrigin: async (origin) => (await verifier.findOrigin({ origin }, clients.as)).listed,
    clock,
    limitUnknown: createUnknownLimit({ clock, getClientNetwork, perMinute: config.LIMIT_UNKNOWN_KEYS_PER_MINUTE }),
  });
  const forward = createForward(channels, timeoutMs);
  const limitSource = createLimitSource(channels.auth, timeoutMs);
  const limiter = createRequestLimiter({ source: limitSource, clock, logger });
  const pauses = createPenaltyDelay(clock);
  const endedBodies = countEndedBodies(metrics);
  const bodyBudget = createFairBudget({
    maxBytes: config.LIMIT_BODY_BYTES_IN_FLIGHT,
    maxBytesPerHolder: config.LIMIT_BODY_BYTES_PER_ACCOUNT,
    reservedForSmall: RESERVED_FOR_SMALL_BODIES,
    onEnded: (reason) => endedBodies.inc({ reason }),
  });
  const responseBudget = createFairBudget({
    maxBytes: config.LIMIT_RESPONSE_BYTES_IN_FLIGHT,
    maxBytesPerHolder: config.LIMIT_RESPONSE_BYTES_PER_ACCOUNT,
  });
  metrics.gauge('bytes_in_flight', 'Bytes of bodies being read and of responses not read yet.', ['kind'], (gauge) => {
    gauge.set({ kind: 'bodies' }, bodyBudget.inUse());
    gauge.set({ kind: 'responses' }, responseBudget.inUse());
  });
  const systems = createRpcClient(SystemServiceDefinition, channels.auth);
  const counts = createReadingCounts({
    record: (request) => systems.recordIgnoredFields(request, clients.as),
    metrics,
    logger,
  });
  const receivedLeads = createRpcClient(ReceivedLeadServiceDefinition, channels.people);
  const leadReports = createLeadReports({
    record: (request) => receivedLeads.reportReceivedLeads(request, clients.as),
    clock,
    ids,
    metrics,
    logger,
  });
  const fairQueue = createFairQueue({
    what: 'requests of this account',
    concurrent: config.LIMIT_REQUESTS_IN_FLIGHT,
    shareMs: config.LIMIT_REQUEST_SHARE_MS,
    maxWaiting: LIMITS.waitingRequests.value,
    maxWaitingPerHolder: config.LIMIT_WAITING_REQUESTS_PER_ACCOUNT,
    maxWaitMs: LIMITS.requestWaitMs.value,
  });
  metrics.gauge('requests_waiting', 'Requests that wait for the turn of their account.', [], () => fairQueue.waiting());
  const references = createReferenceChecks({
    registry,
    connect: (service) => createRpcClient(ReferenceServiceDefinition, channels[service]!),
    forward,
    timeoutMs,
  });
  const options: ResourceRoutesOptions = {
    fairQueue,
    forward,
    customNames: createCustomNames(forward),
    references,
    forwardAction: withPersonExport(withSystemDeletion(createForwardAction(channels, timeoutMs), references), {
      forward,
      notifier: channels.notifier,
      timeoutMs,
      clock,
    }),
    publicBaseUrl: config.PUBLIC_BASE_URL,
    user: identifyUser(credentials, cors.withOrigin(admitRequests(limiter, credentials, pauses))),
    body: readBody({ budget: bodyBudget }),
    bodyBudget,
    largeBody: readBody({ limit: LIMITS.largeBodyBytes.value, budget: bodyBudget }),
    system: identifySystem(credentials, config.ALLOW_SYSTEM_WITHOUT_KEY, counts.unregistered),
    countIgnored: counts.ignored,
    listGate: createListGate({
      maxPerAccount: config.LIMIT_LISTS_PER_ACCOUNT,
      maxPerService: config.LIMIT_LISTS_PER_SERVICE,
    }),
  };
  const batchGate = createListGate({
    what: 'batches',
    maxPerAccount: config.LIMIT_BATCHES_PER_ACCOUNT,
    maxPerService: config.LIMIT_BATCHES,
  });
  const measure = measureRequests(metrics);
  const served = (line: Served): void => {
    measure(line);
    canonicalLine(logger, 'request.served', { ...line });
  };
  const table = createRouteTable();
  const paths = new Set(registry.resources.map(({ path }) => `/${path}`));
  addActionRoutes(table, registry.actions, paths, options);
  for (const descriptor of registry.resources) {
    const elsewhere = registry.actions.filter(({ path }) => path === `/${descriptor.path}`).map(({ method }) => method);
    const except = descriptor.verbs.filter((verb) =>
      registry.actions.some(({ resource, name }) => resource === descriptor.resource && name === verb),
    );
    addResourceRoutes(table, descriptor, options, except, elsewhere);
  }
  table.add('ALL', '/openapi.json', openApiRoute(registry, config.PUBLIC_BASE_URL));
  addCurrentUserRoutes(table, channels, options, timeoutMs);
  addRateLimitRoutes(table, limiter, limitSource, options);
  addBatchRoute(table, (req, res) => app(req, res), { ...options, gate: batchGate });
  const requireSecure = requireTls(trusted);
  const mount = (app: Express): void => {
    app.use(requireSecure);
    const signInReading = { limit: LIMITS.signInBodyBytes.value, budget: bodyBudget, holder: getClientNetwork };
    signInRoutes(app, {
      clients,
      issuer,
      getClientAddress,
      body: readBody(signInReading),
      readForm: readForm(signInReading),
    });
    app.use(unsubscribeRoutes({ marketing: channels.marketing, timeoutMs, readForm: readForm(signInReading) }));
    if (config.CONSOLE_FOLDER !== undefined) app.use(consoleRoutes(config.CONSOLE_FOLDER));
  };
  const refusedConnections = metrics.counter(
    'connections_refused_total',
    'Connections closed because their network had too many.',
  );
  const connectionLog = { requestId: () => ids.eventId(), served };
  const leadPaths = new Set(
    registry.actions.filter(({ reading }) => reading === 'lead').map(({ method, path }) => `${method} /v1${path}`),
  );
  const app: Express = createEdgeApp(
    {
      now: () => clock.now(),
      ...connectionLog,
      tracing,
      delivery: { budget: responseBudget, slowReaderMs: config.LIMIT_SLOW_READER_MS },
      identify: options.user,
      headers: listSecurityHeaders(),
      acceptsAny: (req) => leadPaths.has(`${req.method} ${readPathname(req).replace(/\/$/, '')}`),
      api: [requireSecure, cors.handler, leadReports.handler, table.handler],
      fault: (error, requestId) =>
        logger.error({ event: 'request.failed', err: error, requestId }, 'a request failed unexpectedly'),
    },
    mount,
  );
  const servers = await startServers(
    app,
    config,
    connectionLog,
    limitConnections({
      maxPerNetwork: config.LIMIT_CONNECTIONS_PER_NETWORK,
      trusted,
      onRefused: () => refusedConnections.inc(),
    }),
  );
  const certificate =
    certificateFiles &&
    createCertificateReload({
      files: certificateFiles,
      current: { cert: config.GATEWAY_TLS_CERT_FILE, key: config.GATEWAY_TLS_KEY_FILE },
      apply: (pair) => servers.useCertificate(pair),
      logger,
    });
  if (certificate)
    metrics.gauge(
      'certificate_expires_seconds',
      'Seconds until the served certificate expires.',
      [],
      () => (certificate.expiresAt() - clock.now()) / 1000,
    );
  return {
    port: servers.port,
    ready: () => checkReadiness(channels),
    stop: async (deadline: AbortSignal): Promise<void> => {
      pauses.stop();
      certificate?.stop();
      minter.stop();
      await servers.stop(deadline, config.GATEWAY_DRAIN_MS);
      await counts.stop();
      await leadReports.stop();
      await Promise.all(Object.values(channels).map((channel) => channel.close()));
    },
  };
};
