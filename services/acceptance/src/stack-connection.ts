import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

export interface User {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly apiKey: string;
}
export type RoleName = 'owner' | 'broker' | 'agent' | 'agent2' | 'lender';
export interface Account {
  readonly id: number;
  readonly name: string;
  readonly users: Readonly<Record<RoleName, User>>;
}

/** The connection file of the running stack. */
export interface Connection {
  readonly baseUrl: string;
  readonly caFile: string;
  readonly receiverTls: { readonly certFile: string; readonly keyFile: string };
  /** Folder to which auth writes mails instead of sending them. */
  readonly mailFolder: string;
  readonly system: { readonly name: string; readonly key: string };
  readonly accounts: readonly Account[];
  /** URL of the health port of each service, by service name. */
  readonly operations: Readonly<Record<string, string>>;
  readonly pids: Readonly<Record<string, number>>;
}

const root = resolve(__dirname, '../../..');
export const connectionFile = resolve(root, process.env['PORCHLIGHT_CONNECTION'] ?? '.local/connection.json');

/**
 * Reads the connection file again: process ids change when a process restarts. Relative paths in it start at the
 * project root.
 */
export const readConnection = (): Connection => {
  const connection = JSON.parse(readFileSync(connectionFile, 'utf8')) as Connection;
  const from = (path: string): string => resolve(root, path);
  const { certFile, keyFile } = connection.receiverTls;
  return {
    ...connection,
    caFile: from(connection.caFile),
    mailFolder: from(connection.mailFolder),
    receiverTls: { certFile: from(certFile), keyFile: from(keyFile) },
  };
};

export const samplesFolder = resolve(root, 'samples/leads');
export const dataFolder = dirname(connectionFile);
