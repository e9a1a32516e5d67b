import { existsSync } from 'node:fs';
import { rpcAddressVariable, type BackendName } from '@porchlight/contracts';
import { dataFolderAt } from '../launcher/data-folder';
import type { Ports } from '../launcher/ports';
import { readJson } from '../launcher/private-file';
import { callerFolder, projectRoot } from '../launcher/project-root';
import { resolveDataFolder } from '../launcher/start-options';

/** Options of all commands that select the installation. */
export interface TargetOptions {
  readonly data?: string;
  readonly address?: string;
  readonly signingKey?: string;
  readonly json?: boolean;
}

/**
 * Returns the address of the service (default: auth) and the signing key. Throws with advice if they are not set and no
 * local stack is running.
 */
export function findTarget(
  options: TargetOptions,
  service: BackendName = 'auth',
): { address: string; signingKeyFile: string; service: BackendName } {
  const folder = dataFolderAt(resolveDataFolder(options.data, projectRoot(), callerFolder()));
  const port = readJson<Ports>(folder.portsFile)?.rpc[service];
  const address =
    options.address ?? process.env[rpcAddressVariable(service)] ?? (port ? `127.0.0.1:${port}` : undefined);
  const signingKeyFile =
    options.signingKey ?? process.env['INTERNAL_TOKEN_PRIVATE_KEY_FILE'] ?? folder.keys.tokenPrivateFile;
  if (!address || !existsSync(signingKeyFile)) {
    throw new Error(
      'No Porchlight was started on this data folder yet (npm start). For another one give --address and --signing-key.',
    );
  }
  return { address, signingKeyFile, service };
}
