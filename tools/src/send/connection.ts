import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

export interface ConnectionUser {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly apiKey: string;
  /** For the web pages; only demo users have a password in the file. */
  readonly password?: string;
}

export interface ConnectionAccount {
  readonly id: number;
  readonly name: string;
  readonly users: Readonly<Record<string, ConnectionUser>>;
}

/** The content of `.local/connection.json`, which describes the running stack; with absolute file paths. */
export interface Connection {
  readonly baseUrl: string;
  readonly caFile: string;
  readonly receiverTls: { readonly certFile: string; readonly keyFile: string };
  readonly system: { readonly name: string; readonly key: string };
  readonly accounts: readonly ConnectionAccount[];
  readonly kafkaBrokers?: readonly string[];
  readonly mongodbUri?: string;
  readonly mongodbUris?: Readonly<Record<string, string>>;
  readonly localProfile?: { readonly retryInterval: string; readonly giveUpAfter: string };
  readonly pids: Readonly<Record<string, number>>;
}

/** An error that the user can correct; printed without a stack trace. */
export class ToolProblem extends Error {}

export const DEFAULT_CONNECTION = '.local/connection.json';

/**
 * Reads the connection file; paths in it are relative to `root`, the folder of the project (default: the working
 * folder). Throws a ToolProblem if the stack is not running or the file is incomplete.
 */
export function readConnection(file: string = DEFAULT_CONNECTION, root: string = process.cwd()): Connection {
  let text: string;
  try {
    text = readFileSync(resolve(root, file), 'utf8');
  } catch {
    throw new ToolProblem(`There is no ${file}: the stack is not running. Start it with 'npm start', then try again.`);
  }
  let value: Connection;
  try {
    value = JSON.parse(text) as Connection;
  } catch {
    throw new ToolProblem(`${file} is not valid JSON. Restart the stack to have it written again.`);
  }
  const missing = (['baseUrl', 'caFile', 'receiverTls', 'system', 'accounts'] as const).filter((key) => !value[key]);
  if (missing.length > 0)
    throw new ToolProblem(`${file} lacks ${missing.join(', ')}. Restart the stack to have it written again.`);
  const { certFile, keyFile } = value.receiverTls;
  return {
    ...value,
    pids: value.pids ?? {},
    caFile: resolve(root, value.caFile),
    receiverTls: { certFile: resolve(root, certFile), keyFile: resolve(root, keyFile) },
  };
}

/** Finds the account with this id. Throws a ToolProblem that lists the existing accounts. */
export function findAccount(connection: Connection, id: number): ConnectionAccount {
  const account = connection.accounts.find((one) => one.id === id);
  if (account) return account;
  throw new ToolProblem(
    `There is no account ${id}. There are: ${connection.accounts.map((one) => one.id).join(', ')}.`,
  );
}

/** Finds a user of an account by role; throws a ToolProblem if there is none with a key. */
export function findUser(account: ConnectionAccount, role: string): ConnectionUser {
  const user = account.users[role];
  if (user?.apiKey) return user;
  throw new ToolProblem(`Account ${account.id} has no user '${role}' with an API key in the connection file.`);
}
