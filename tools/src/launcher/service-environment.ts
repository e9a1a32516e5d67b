import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BACKENDS, rpcAddressVariable, type BackendName, type ServiceName } from '@porchlight/contracts';
import type { DataFolder } from './data-folder';
import { tokenKeyFiles } from './key-files';
import type { Ports } from './ports';
import { projectRoot } from './project-root';
import type { StartOptions } from './start-options';

const HOST = '127.0.0.1';
/** The services whose mails the local profile writes to a folder. */
const MAILING: ReadonlySet<ServiceName> = new Set<ServiceName>(['auth', 'marketing']);
/** The local profile allows webhooks to this machine on any port. */
const LOCAL_EGRESS = 'localhost,127.0.0.0/8,::1/128';

/** Addresses of the backends. */
export interface BackendAddresses {
  /** Database address of each service; all the same if they share one server. */
  readonly mongodbUris: Readonly<Record<BackendName, string>>;
  readonly kafkaBrokers: readonly string[];
  /** The databases are embedded servers, whose dialect the services use. */
  readonly isEmbedded?: boolean;
}

/** Environment of a service of a local stack. The caller's settings apply unless the launcher sets them. */
export function serviceEnvironment(
  name: ServiceName,
  options: StartOptions,
  folder: DataFolder,
  ports: Ports,
  backends: BackendAddresses,
  externalFile?: string,
): NodeJS.ProcessEnv {
  const addresses = BACKENDS.map((service) => [rpcAddressVariable(service), `${HOST}:${ports.rpc[service]}`]);
  return {
    NODE_ENV: 'production',
    // The demo's keys are not valuable, but other machines need no access.
    GATEWAY_HOST: HOST,
    EGRESS_ALLOW: LOCAL_EGRESS,
    // For grpcurl; off by default in installations.
    RPC_REFLECTION: 'on',
    // No load balancer must be notified of the stop.
    GATEWAY_DRAIN_MS: '0',
    // Sign-up requires a mailed link, and plans send mails; a mail server set by the caller takes precedence.
    ...(MAILING.has(name) && process.env['SMTP_URL'] === undefined && { MAIL_FOLDER: folder.mail }),
    // Demo accounts need no time to regret.
    ACCOUNT_ERASURE_DELAY_MS: '1000',
    // A local stack has no domain; the caller may require one.
    ...(name === 'marketing' && { REQUIRE_SENDER_DOMAIN: 'false' }),
    ...(backends.isEmbedded && { DATABASE_DIALECT: 'embedded' }),
    // An object store that the caller sets takes precedence.
    OBJECT_STORE_URL: pathToFileURL(folder.objects).href,
    ...inherited(),
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    ...(Object.fromEntries(addresses) as NodeJS.ProcessEnv),
    OPERATIONS_HOST: HOST,
    OPERATIONS_PORT: String(ports.operations[name]),
    ...(name !== 'gateway' && { MONGODB_URI: throughProxy(name, backends.mongodbUris[name]) }),
    KAFKA_BROKERS: backends.kafkaBrokers.join(','),
    // The shortest time that brokers accept: a local stack is killed often and rarely paused.
    KAFKA_SESSION_MS: '6000',
    PUBLIC_BASE_URL: formatBaseUrl(ports),
    CONSOLE_FOLDER: join(projectRoot(), 'dist', 'console'),
    DOWNLOADS_FOLDER: join(projectRoot(), 'dist', 'downloads'),
    GATEWAY_PORT: String(ports.gateway),
    GATEWAY_TLS_CERT_FILE: folder.tls.certFile,
    GATEWAY_TLS_KEY_FILE: folder.tls.keyFile,
    INTERNAL_TOKEN_PRIVATE_KEY_FILE: tokenKeyFiles(folder)[name],
    INTERNAL_TOKEN_PUBLIC_KEY_FILE: folder.keys.tokenPublicFile,
    SECRETS_KEY_FILE: folder.keys.secretsFile,
    NEXT_TOKEN_KEY_FILE: folder.keys.nextTokenFile,
    CONSENT_KEY_FILE: folder.keys.consentFile,
    EGRESS_CA_FILE: folder.tls.caFile,
    ...(externalFile === undefined ? {} : { EXTERNAL_SERVICES_FILE: externalFile }),
    ...(options.retryIntervalMs === undefined ? {} : { WEBHOOK_RETRY_INTERVAL_MS: String(options.retryIntervalMs) }),
    ...(options.giveUpAfterMs === undefined ? {} : { WEBHOOK_GIVE_UP_AFTER_MS: String(options.giveUpAfterMs) }),
  };
}

/** Base URL of a local stack. */
export function formatBaseUrl(ports: Ports): string {
  return `https://localhost:${ports.gateway}`;
}

/**
 * The address of a database, through the proxy of this machine that PORCHLIGHT_DATABASE_PROXIES (`people=12345`) names
 * for it.
 */
function throughProxy(name: BackendName, uri: string): string {
  const port = new RegExp(`(?:^|,)${name}=(\\d+)`).exec(process.env['PORCHLIGHT_DATABASE_PROXIES'] ?? '')?.[1];
  if (port === undefined) return uri;
  const address = new URL(uri);
  address.port = port;
  return address.href;
}

/** The caller's environment without npm's own variables. */
function inherited(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(npm_|PORCHLIGHT_|NODE_OPTIONS$|NODE_CHANNEL)/.test(name)),
  );
}
