import { HOUR_MS } from '@porchlight/limits';
import { join } from 'node:path';
import { OPERATOR_USER } from '@porchlight/bus';
import { SERVICES } from '@porchlight/contracts';
import type { DataFolder } from './data-folder';
import { shownPath } from './data-folder';
import type { DemoData } from './demo-data';
import { writePrivateJson } from './private-file';
import { formatDuration } from './parse-duration';
import type { Ports } from './ports';
import { formatBaseUrl, type BackendAddresses } from './service-environment';
import type { StartOptions } from './start-options';

/** Content of `.local/connection.json`, for tools; see docs/architecture.md. */
export interface Connection extends DemoData {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly caFile: string;
  readonly receiverTls: { readonly certFile: string; readonly keyFile: string };
  /** The database server of the people service; each service may have one of its own. */
  readonly mongodbUri: string;
  /** By service; each has a database server of its own. */
  readonly mongodbUris: Readonly<Record<string, string>>;
  readonly kafkaBrokers: readonly string[];
  /** How the operator's command line signs in to Kafka; absent without --secure-bus. */
  readonly kafkaSignIn?: { readonly caFile: string; readonly username: string; readonly passwordFile: string };
  /** Mails of auth, one .eml file each. */
  readonly mailFolder: string;
  readonly operations: Readonly<Record<string, string>>;
  readonly localProfile: { readonly retryInterval: string; readonly giveUpAfter: string };
  readonly pids: Readonly<Record<string, number>>;
}

const DEFAULTS = { retryIntervalMs: HOUR_MS, giveUpAfterMs: 36 * HOUR_MS } as const;

/** A stack without its process ids, which change. */
export function describeConnection(
  options: StartOptions,
  folder: DataFolder,
  ports: Ports,
  backends: BackendAddresses,
  demo: DemoData,
): Omit<Connection, 'pids'> {
  const showPath = (path: string): string => shownPath(options.root, path);
  const profile = (configuredMs: number | undefined, name: string, otherwise: number): string =>
    formatDuration(configuredMs ?? (Number(process.env[name]) || otherwise));
  return {
    baseUrl: formatBaseUrl(ports),
    authUrl: formatBaseUrl(ports),
    caFile: showPath(folder.tls.caFile),
    receiverTls: { certFile: showPath(folder.tls.certFile), keyFile: showPath(folder.tls.keyFile) },
    ...demo,
    mongodbUri: backends.mongodbUris.people,
    mongodbUris: backends.mongodbUris,
    kafkaBrokers: backends.kafkaBrokers,
    ...(options.secureBus && {
      kafkaSignIn: {
        caFile: showPath(folder.bus.caFile),
        username: OPERATOR_USER,
        passwordFile: showPath(join(folder.bus.folder, `${OPERATOR_USER}.password`)),
      },
    }),
    mailFolder: showPath(folder.mail),
    operations: Object.fromEntries(SERVICES.map((name) => [name, `http://127.0.0.1:${ports.operations[name]}`])),
    localProfile: {
      retryInterval: profile(options.retryIntervalMs, 'WEBHOOK_RETRY_INTERVAL_MS', DEFAULTS.retryIntervalMs),
      giveUpAfter: profile(options.giveUpAfterMs, 'WEBHOOK_GIVE_UP_AFTER_MS', DEFAULTS.giveUpAfterMs),
    },
  };
}

/** Writes the file with the current process ids, readable by its owner only. */
export function writeConnectionFile(
  folder: DataFolder,
  about: Omit<Connection, 'pids'>,
  pids: Record<string, number>,
): void {
  writePrivateJson(folder.connectionFile, { ...about, pids } satisfies Connection);
}
