import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Option, type Command } from 'commander';
import { createPorchlight, createTransport, type Porchlight, type PorchlightOptions, type Send } from '@porchlight/sdk';
import { projectRoot, resolveFromCaller } from '../launcher/project-root';
import { findProfile, type Profile } from './profiles';
import { readId } from './read-number';
import { readLocalConnection, type TargetOptions } from './target';
import { createFetchWithAuthority } from './fetch-with-authority';

/** Options of commands that use the API as a user does. */
export interface ApiOptions extends TargetOptions {
  readonly profile?: string;
  readonly url?: string;
  readonly apiKey?: string;
  readonly system?: string;
  readonly systemKey?: string;
  readonly ca?: string;
  /** Demo account of the local stack; default 1. */
  readonly account?: number;
  /** Demo user of the local stack; default owner. */
  readonly as?: string;
}

const ROLES = ['owner', 'broker', 'agent', 'agent2', 'lender'];
/** Pause before a failed request is repeated, ms, at most. */
const RETRY = { longestWaitMs: 15_000 };

/**
 * Adds the options for the address and the credentials. Set keys in the environment or by `porchlight login`: other
 * users of the machine can see command lines.
 */
export function addApiOptions(command: Command): Command {
  return command
    .optionsGroup('As whom (default: the profile of porchlight login, else the owner of the local stack):')
    .addOption(new Option('--profile <name>', 'a profile of porchlight login').env('PORCHLIGHT_PROFILE'))
    .addOption(new Option('--url <url>', 'address of the service').env('PORCHLIGHT_URL'))
    .addOption(new Option('--api-key <key>', 'API key of a user').env('PORCHLIGHT_API_KEY'))
    .addOption(new Option('--system <name>', 'name of the registered system').env('PORCHLIGHT_SYSTEM'))
    .addOption(new Option('--system-key <key>', 'its key').env('PORCHLIGHT_SYSTEM_KEY'))
    .addOption(new Option('--ca <file>', 'certificate authority to trust beside the usual ones').env('PORCHLIGHT_CA'))
    .addOption(
      new Option('--account <id>', 'demo account of the local stack (default: 1)')
        .env('PORCHLIGHT_ACCOUNT')
        .argParser(readId),
    )
    .addOption(new Option('--as <role>', 'demo user of the local stack (default: owner)').choices(ROLES))
    .optionsGroup('Options:');
}

/**
 * Opens a client of the API by the options and runs the work. Throws with advice if no credentials are set.
 */
export const withApi = <T>(options: ApiOptions, run: (porchlight: Porchlight) => Promise<T>): Promise<T> =>
  run(createPorchlight(toClientOptions(findCaller(options))));

/** The function that sends requests with the credentials of the options. */
export const openTransport = (options: ApiOptions): Send => createTransport(toClientOptions(findCaller(options)));

/** The options of the SDK for a profile. */
export const toClientOptions = ({ url, apiKey, system, caFile }: Profile): PorchlightOptions => ({
  baseUrl: url,
  apiKey,
  ...(system && { system }),
  ...(caFile !== undefined && url.startsWith('https:') && { fetch: createFetchWithAuthority(readAuthority(caFile)) }),
  retry: RETRY,
});

function readAuthority(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new Error(`The certificate authority ${file} cannot be read.`);
  }
}

/**
 * Finds address and credentials: options and environment first, then the profile, then the local stack. `--data`,
 * `--as` and `--account` name the local stack, so that the current profile is not used.
 */
export function findCaller(options: ApiOptions): Profile {
  const { data, url, apiKey, system, systemKey, ca, account, as, profile: name } = options;
  const stated = {
    ...(url !== undefined && { url }),
    ...(apiKey !== undefined && { apiKey }),
    ...(system !== undefined && systemKey !== undefined && { system: { name: system, key: systemKey } }),
    ...(ca !== undefined && { caFile: resolveFromCaller(ca) }),
  };
  if (url !== undefined && apiKey !== undefined) return { url, apiKey, ...stated };
  const isLocal = name === undefined && [data, account, as].some((value) => value !== undefined);
  const stored = isLocal ? undefined : findProfile(name);
  return { ...(stored ?? findLocalUser(options)), ...stated };
}

/** A demo user of the local stack. */
function findLocalUser({ data, apiKey, account = 1, as = 'owner' }: ApiOptions): Profile {
  const connection = readLocalConnection({ data });
  if (!connection)
    throw new Error('No Porchlight runs on this data folder (npm start). For another one: porchlight login.');
  const users = connection.accounts.find(({ id }) => id === account)?.users as
    Readonly<Record<string, { apiKey: string }>> | undefined;
  const key = apiKey ?? users?.[as]?.apiKey;
  if (!key) throw new Error(`The local stack has no ${as} of account ${account}. Give --api-key.`);
  const { baseUrl: url, system, caFile } = connection;
  return { url, apiKey: key, system, caFile: resolve(projectRoot(), caFile) };
}
