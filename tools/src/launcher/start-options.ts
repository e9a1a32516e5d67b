import { isAbsolute, resolve } from 'node:path';

/** Options of `npm start`. */
export interface StartOptions {
  /** Root of the project, absolute. */
  readonly root: string;
  /** Data folder, absolute. */
  readonly data: string;
  /** HTTPS port of the gateway; 0 takes free ports for everything. */
  readonly port: number;
  /** Throw away what the data folder holds and begin anew. */
  readonly fresh: boolean;
  /** Folder of a backup that the empty databases take in before any service starts, absolute. */
  readonly restore?: string;
  /** Webhook retry interval in ms; undefined leaves the service's own value. */
  readonly retryIntervalMs?: number;
  /** Time after which a webhook is given up, in ms. */
  readonly giveUpAfterMs?: number;
  /** Print problems only. */
  readonly quiet: boolean;
}

/** The data folder that the command line names, absolute; relative ones count from where the caller stands. */
export function resolveDataFolder(named: string | undefined, root: string, callerFolder: string): string {
  if (named === undefined) return resolve(root, '.local');
  return isAbsolute(named) ? named : resolve(callerFolder, named);
}

/** Reads a TCP port from the command line; throws an Error that names the range. */
export function parsePort(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`'${text}' is no port: give 1 to 65535, or 0 for any free one.`);
  return port;
}
