/** Options of `npm start`. */
export interface StartOptions {
  /** Root of the project, absolute. */
  readonly root: string;
  /** Data folder, absolute. */
  readonly data: string;
  /** HTTPS port of the gateway; 0 chooses free ports for all services. */
  readonly port: number;
  /** Kafka brokers, 1 or 3; topics have a copy on each. */
  readonly brokers: number;
  /** Services sign in to Kafka over TLS and have only their rights. */
  readonly secureBus?: boolean;
  /** Delete the content of the data folder first. */
  readonly fresh: boolean;
  /** Folder of a backup to restore into the empty databases before services start, absolute. */
  readonly restore?: string;
  /** Declaration of a service to start besides, absolute (samples/service-in-python/open-houses.json). */
  readonly external?: string;
  /** Webhook retry interval, ms; undefined: the default of the service. */
  readonly retryIntervalMs?: number;
  /** Time after which a webhook is given up, ms. */
  readonly giveUpAfterMs?: number;
  /** Demo accounts beside the three of every stack. */
  readonly extraAccounts?: number;
  /** Print problems only. */
  readonly quiet: boolean;
}

/** Parses a TCP port; throws an Error that names the range. */
export function parsePort(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`'${text}' is no port: give 1 to 65535, or 0 for any free one.`);
  return port;
}

/** Parses the number of extra demo accounts, 0 to 20. */
export function parseExtraAccounts(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 0 || count > 20) throw new Error(`'${text}' accounts: give 0 to 20.`);
  return count;
}

/** Parses the number of Kafka brokers; throws an Error that names the choices. */
export function parseBrokers(text: string): number {
  if (text !== '1' && text !== '3') throw new Error(`'${text}' brokers are not possible: give 1 or 3.`);
  return Number(text);
}
