import { GATEWAY } from '@porchlight/access';
import {
  createRegistry,
  ReceivedLeadServiceDefinition,
  ReferenceServiceDefinition,
  type Registry,
  StreamServiceDefinition,
  SystemServiceDefinition,
  VERSION,
} from '@porchlight/contracts';
import {
  createEdgeApp,
  createListGate,
  type FairBudget,
  identifySystem,
  identifyUser,
  readBody,
  readPathname,
  type ResourceRoutesOptions,
  type Served,
} from '@porchlight/edge';
import { LIMITS } from '@porchlight/limits';
import { createOpenApiDocument, type OpenApiDocument } from '@porchlight/openapi';
import { openObjectStore, type ObjectStore } from '@porchlight/objects';
import { createRpcClient, openTokenMinter } from '@porchlight/rpc';
import {
  canonicalLine,
  createCertificateReload,
  type CertificatePair,
  type CertificateReload,
  type ServiceContext,
} from '@porchlight/runtime';
import type { Express } from 'express';
import type { Config } from './config';
import { limitConnections } from './connections';
import { createCustomNames } from './custom-names';
import { withSystemDeletion } from './delete-system';
import { fileRoutes } from './files/file-routes';
import { createUploadRoutes } from './files/upload-routes';
import { withEventJourney } from './event-journey';
import { createIdentification, type Identification } from './identification';
import { createLeadReports } from './lead-reports';
import { admitRequests } from './limits/admit-requests';
import { createLimitSource } from './limits/limit-source';
import { createPenaltyDelay } from './limits/penalty-delay';
import { createRequestLimiter } from './limits/request-limiter';
import { listLeadPaths, listRoutes } from './list-routes';
import { readForm } from './oauth/read-form';
import { withPersonExport } from './person-export';
import { checkReadiness } from './readiness';
import { createReadingCounts } from './reading-counts';
import { createReferenceChecks } from './reference-checks';
import { createMemoryBudgets, createRequestQueue } from './request-bounds';
import { measureRequests } from './request-metrics';
import { readDownloads } from './download-files';
import { consoleRoutes } from './routes/console';
import { referenceRoutes } from './routes/reference';
import { listSecurityHeaders } from './security-headers';
import { startServers } from './servers';
import { createStreams } from './stream/stream-routes';
import { createForward, createForwardAction, openChannels, type Channels } from './service-channels';
import { signInRoutes } from './sign-in-routes';
import { createProxyList, requireTls } from './trusted-proxies';
import { calendarRoutes, isCalendarPath } from './calendars/calendar-routes';
import { unsubscribeRoutes } from './unsubscribe/unsubscribe-routes';

/** What the parts of the gateway work with. */
type Context = Omit<ServiceContext<Config>, 'lifecycle'>;

interface Dependencies extends Context {
  /** Paths of the certificate and its key; without them the certificate of the configuration is never reloaded. */
  readonly certificateFiles?: CertificatePair | undefined;
}

/** The gateway, for its main. */
export interface GatewayApp {
  /** Port of HTTPS. */
  readonly port: number;
  readonly ready: () => ReturnType<typeof checkReadiness>;
  /** Drains, ends the servers at the deadline, then reports counts and closes the channels. */
  readonly stop: (deadline: AbortSignal) => Promise<void>;
}

/** Composition root of the gateway. */
export const createApp = async ({ certificateFiles, ...context }: Dependencies): Promise<GatewayApp> => {
  const { config, logger, clock, metrics, tracing } = context;
  const minter = openTokenMinter({
    signingKey: config.INTERNAL_TOKEN_PRIVATE_KEY_FILE,
    issuer: GATEWAY,
    clock,
    logger,
  });
  const registry = createRegistry((config.EXTERNAL_SERVICES_FILE ?? []).flatMap(({ resources }) => resources));
  const channels = openChannels({ config, mint: minter.mint, logger, clock, tracing });
  const trusted = createProxyList(config.TRUSTED_PROXIES);
  const identification = createIdentification({ ...context, channels, trusted });
  const { credentials, cors } = identification;
  const limitSource = createLimitSource(channels.auth, config.GATEWAY_RPC_TIMEOUT_MS);
  const limiter = createRequestLimiter({ source: limitSource, clock, logger });
  const pauses = createPenaltyDelay(clock);
  const budgets = createMemoryBudgets(config, metrics);
  const { counts, leadReports } = createReports(context, channels, identification);
  const objects = openObjectStore(config, clock);
  const reading = createReading(context, {
    registry,
    channels,
    objects,
    bodyBudget: budgets.bodies,
    user: identifyUser(credentials, cors.withOrigin(admitRequests(limiter, credentials, pauses))),
    system: identifySystem(credentials, config.ALLOW_SYSTEM_WITHOUT_KEY, counts.unregistered),
    countIgnored: counts.ignored,
  });
  const streams = createStreams({
    ...context,
    registry,
    client: createRpcClient(StreamServiceDefinition, channels.notifier),
    as: identification.clients.as,
    credentials,
    forward: reading.forward,
    publicBaseUrl: config.PUBLIC_BASE_URL,
  });
  const document = createOpenApiDocument({ ...registry, baseUrl: config.PUBLIC_BASE_URL, version: VERSION });
  const table = listRoutes({
    config,
    registry,
    document,
    channels,
    limiter,
    limitSource,
    reading,
    streams,
    app: (req, res) => app(req, res),
  });
  const requireSecure = requireTls(trusted);
  const anyAccepted = new Set([...listLeadPaths(registry), 'GET /v1/stream']);
  const calendars = calendarRoutes({ people: channels.people, timeoutMs: config.GATEWAY_RPC_TIMEOUT_MS });
  const connectionLog = createConnectionLog(context);
  const app: Express = createEdgeApp(
    {
      now: () => clock.now(),
      ...connectionLog,
      tracing,
      delivery: { budget: budgets.responses, slowReaderMs: config.LIMIT_SLOW_READER_MS },
      identify: reading.user,
      headers: listSecurityHeaders(),
      acceptsAny: (req) =>
        isCalendarPath(readPathname(req)) || anyAccepted.has(`${req.method} ${readPathname(req).replace(/\/$/, '')}`),
      api: [requireSecure, cors.handler, calendars, leadReports.handler, table.handler],
      fault: (error, requestId) =>
        logger.error({ event: 'request.failed', err: error, requestId }, 'a request failed unexpectedly'),
    },
    (express) => {
      express.use(requireSecure);
      addBrowserRoutes(express, {
        config,
        document,
        channels,
        identification,
        objects,
        bodyBudget: budgets.bodies,
        now: clock.now(),
      });
    },
  );
  const servers = await startServers(app, config, connectionLog, createConnectionLimit(context, trusted));
  const certificate = certificateFiles && reloadCertificate(context, certificateFiles, servers.useCertificate);
  return {
    port: servers.port,
    ready: () => checkReadiness(channels),
    stop: async (deadline) => {
      pauses.stop();
      certificate?.stop();
      minter.stop();
      await servers.stop(deadline, config.GATEWAY_DRAIN_MS, streams.stop);
      await counts.stop();
      await leadReports.stop();
      await Promise.all(Object.values(channels).map((channel) => channel.close()));
    },
  };
};

/** Counts and leads that the gateway reports to their services in groups. */
const createReports = (
  { clock, ids, metrics, logger }: Context,
  channels: Channels,
  { clients }: Pick<Identification, 'clients'>,
) => {
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
  return { counts, leadReports };
};

interface ReadingParts extends Pick<ResourceRoutesOptions, 'user' | 'system' | 'countIgnored'> {
  readonly registry: Registry;
  readonly channels: Channels;
  readonly objects: ObjectStore | undefined;
  readonly bodyBudget: FairBudget;
}

/** How a route reads a request and calls the services. */
const createReading = (
  { config, metrics, clock }: Context,
  { registry, channels, objects, bodyBudget, ...steps }: ReadingParts,
): ResourceRoutesOptions => {
  const timeoutMs = config.GATEWAY_RPC_TIMEOUT_MS;
  const forward = createForward(channels, timeoutMs);
  const references = createReferenceChecks({
    registry,
    connect: (service) => createRpcClient(ReferenceServiceDefinition, channels[service]!),
    forward,
    timeoutMs,
  });
  const customNames = createCustomNames(forward);
  const forwardAction = withPersonExport(
    withEventJourney(withSystemDeletion(createForwardAction(channels, timeoutMs), references), channels),
    { forward, notifier: channels.notifier, timeoutMs, clock },
  );
  return {
    ...steps,
    fairQueue: createRequestQueue(config, metrics),
    forward,
    customNames,
    references,
    forwardAction,
    uploads: createUploadRoutes(registry, objects, { ...steps, forwardAction, customNames }),
    publicBaseUrl: config.PUBLIC_BASE_URL,
    body: readBody({ budget: bodyBudget }),
    bodyBudget,
    largeBody: readBody({ limit: LIMITS.largeBodyBytes.value, budget: bodyBudget }),
    listGate: createListGate({
      maxPerAccount: config.LIMIT_LISTS_PER_ACCOUNT,
      maxPerService: config.LIMIT_LISTS_PER_SERVICE,
    }),
  };
};

interface BrowserParts {
  readonly config: Config;
  /** The description of the API. */
  readonly document: OpenApiDocument;
  /** Time of the start, ms since 1970. */
  readonly now: number;
  readonly channels: Channels;
  readonly identification: Identification;
  readonly objects: ObjectStore | undefined;
  readonly bodyBudget: FairBudget;
}

/** Adds what browsers open: sign-in, unsubscribe links, files, reference pages and the console. */
const addBrowserRoutes = (app: Express, parts: BrowserParts): void => {
  const { config, document, channels, identification, objects, bodyBudget, now } = parts;
  const { clients, issuer, getClientAddress, getClientNetwork } = identification;
  const signInReading = { limit: LIMITS.signInBodyBytes.value, budget: bodyBudget, holder: getClientNetwork };
  signInRoutes(app, {
    clients,
    issuer,
    getClientAddress,
    body: readBody(signInReading),
    readForm: readForm(signInReading),
  });
  const timeoutMs = config.GATEWAY_RPC_TIMEOUT_MS;
  app.use(unsubscribeRoutes({ marketing: channels.marketing, timeoutMs, readForm: readForm(signInReading) }));
  const packages = config.DOWNLOADS_FOLDER === undefined ? [] : readDownloads(config.DOWNLOADS_FOLDER);
  app.use(referenceRoutes(document, { baseUrl: config.PUBLIC_BASE_URL, now, packages }));
  app.use(fileRoutes({ channels, objects, timeoutMs }));
  if (config.CONSOLE_FOLDER !== undefined) app.use(consoleRoutes(config.CONSOLE_FOLDER));
};

/** Logs and measures every request, also those of connections that failed before one could be parsed. */
const createConnectionLog = ({ logger, ids, metrics }: Context) => {
  const measure = measureRequests(metrics);
  return {
    requestId: () => ids.eventId(),
    served: (line: Served): void => {
      measure(line);
      canonicalLine(logger, 'request.served', { ...line });
    },
  };
};

const createConnectionLimit = ({ config, metrics }: Context, trusted: (address: string | undefined) => boolean) => {
  const refusedConnections = metrics.counter(
    'connections_refused_total',
    'Connections closed because their network had too many.',
  );
  return limitConnections({
    maxPerNetwork: config.LIMIT_CONNECTIONS_PER_NETWORK,
    trusted,
    onRefused: () => refusedConnections.inc(),
  });
};

/** Serves a renewed certificate without a restart, and measures when it expires. */
const reloadCertificate = (
  { config, clock, metrics, logger }: Context,
  files: CertificatePair,
  apply: (pair: CertificatePair) => void,
): CertificateReload => {
  const certificate = createCertificateReload({
    files,
    current: { cert: config.GATEWAY_TLS_CERT_FILE, key: config.GATEWAY_TLS_KEY_FILE },
    apply,
    logger,
  });
  metrics.gauge(
    'certificate_expires_seconds',
    'Seconds until the served certificate expires.',
    [],
    () => (certificate.expiresAt() - clock.now()) / 1000,
  );
  return certificate;
};
