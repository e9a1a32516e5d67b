import { existsSync } from 'node:fs';
import { rpcAddressVariable, type BackendName } from '@porchlight/contracts';
import type { Command } from 'commander';
import type { Connection } from '../launcher/connection-file';
import { findDataFolder } from '../launcher/data-folder';
import type { Ports } from '../launcher/ports';
import { readJson } from '../launcher/private-file';
import { ToolProblem } from '../send/connection';
import type { OutputFormat } from './print';
import { openOperatorClient, type OperatorClient, type OperatorTarget } from './operator-client';

/** Options of all commands that select the installation. */
export interface TargetOptions {
  readonly data?: string | undefined;
  readonly address?: string;
  readonly signingKey?: string;
  readonly output?: OutputFormat;
}

/**
 * Returns the address of the service (default: auth) and the signing key. Throws with advice if they are not set and no
 * local stack is running.
 */
export function findTarget(options: TargetOptions, service: BackendName = 'auth'): OperatorTarget {
  const folder = findDataFolder(options.data);
  const port = readJson<Ports>(folder.portsFile)?.rpc[service];
  const address =
    options.address ?? process.env[rpcAddressVariable(service)] ?? (port ? `127.0.0.1:${port}` : undefined);
  const signingKeyFile =
    options.signingKey ?? process.env['INTERNAL_TOKEN_PRIVATE_KEY_FILE'] ?? folder.keys.tokenPrivateFile;
  if (!address || !existsSync(signingKeyFile)) {
    throw new ToolProblem(
      'No Porchlight was started on this data folder yet (npm start). For another one give --address and --signing-key.',
    );
  }
  return { address, signingKeyFile, service };
}

/** Opens a client of the service that the options of the command select, for the work. */
export async function withOperator<T>(
  command: Command,
  service: BackendName,
  work: (client: OperatorClient, output: OutputFormat | undefined) => Promise<T>,
): Promise<T> {
  const options = command.optsWithGlobals<TargetOptions>();
  const client = openOperatorClient(findTarget(options, service));
  try {
    return await work(client, options.output);
  } finally {
    await client.close();
  }
}

/** The connection file of the local stack, if it runs. */
export const readLocalConnection = ({ data }: TargetOptions): Connection | undefined =>
  readJson<Connection>(findDataFolder(data).connectionFile);
