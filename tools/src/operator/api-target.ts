import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Option, type Command } from 'commander';
import { createPorchlight, type Porchlight } from '@porchlight/sdk';
import { Agent, fetch as fetchWith } from 'undici';
import { projectRoot, resolveFromCaller } from '../launcher/project-root';
import { readId } from './read-number';
import { readLocalConnection, type TargetOptions } from './target';

/** Options of commands that use the API as a user does. */
export interface ApiOptions extends TargetOptions {
  readonly url?: string;
  readonly apiKey?: string;
  readonly system?: string;
  readonly systemKey?: string;
  readonly ca?: string;
  readonly account: number;
  readonly as: string;
}

const ROLES = ['owner', 'broker', 'agent', 'agent2', 'lender'];

/**
 * Adds the options for the address and the credentials. Set keys in the environment: other users of the machine can see
 * command lines.
 */
export function addApiOptions(command: Command): Command {
  return command
    .optionsGroup('As whom (default: the owner of the first demo account of the local stack):')
    .addOption(new Option('--url <url>', 'address of the service').env('PORCHLIGHT_URL'))
    .addOption(new Option('--api-key <key>', 'API key of a user').env('PORCHLIGHT_API_KEY'))
    .addOption(new Option('--system <name>', 'name of the registered system').env('PORCHLIGHT_SYSTEM'))
    .addOption(new Option('--system-key <key>', 'its key').env('PORCHLIGHT_SYSTEM_KEY'))
    .addOption(new Option('--ca <file>', 'certificate authority to trust beside the usual ones').env('PORCHLIGHT_CA'))
    .addOption(
      new Option('--account <id>', 'demo account of the local stack')
        .env('PORCHLIGHT_ACCOUNT')
        .argParser(readId)
        .default(1),
    )
    .addOption(new Option('--as <role>', 'demo user of the local stack').choices(ROLES).default('owner'))
    .optionsGroup('Options:');
}

/**
 * Opens a client of the API by the options, runs the work, and closes the client. Throws with advice if no credentials
 * are set.
 */
export async function withApi<T>(options: ApiOptions, run: (porchlight: Porchlight) => Promise<T>): Promise<T> {
  const who = whoAsks(options);
  const agent = new Agent({ connect: { ...(who.caFile && { ca: readFileSync(who.caFile) }), timeout: 5_000 } });
  try {
    // Only the fetch of undici accepts an agent of the same undici version.
    const send = ((input: string, init: object) =>
      fetchWith(input, { ...init, dispatcher: agent })) as unknown as typeof fetch;
    return await run(
      createPorchlight({
        baseUrl: who.url,
        apiKey: who.apiKey,
        ...(who.system && { system: who.system }),
        fetch: send,
        retry: { longestWaitMs: 15_000 },
      }),
    );
  } finally {
    await agent.destroy();
  }
}

function whoAsks({ data, url, apiKey, system, systemKey, ca, account, as }: ApiOptions) {
  const named = system !== undefined && systemKey !== undefined ? { name: system, key: systemKey } : undefined;
  if (url && apiKey) return { url, apiKey, system: named, caFile: ca && resolveFromCaller(ca) };
  const connection = readLocalConnection({ data });
  if (!connection)
    throw new Error('No Porchlight runs on this data folder (npm start). For another one give --url and --api-key.');
  const users = connection.accounts.find(({ id }) => id === account)?.users as
    Readonly<Record<string, { apiKey: string }>> | undefined;
  const key = apiKey ?? users?.[as]?.apiKey;
  if (!key) throw new Error(`The local stack has no ${as} of account ${account}. Give --api-key.`);
  return {
    url: url ?? connection.baseUrl,
    apiKey: key,
    system: named ?? connection.system,
    caFile: ca ? resolveFromCaller(ca) : resolve(projectRoot(), connection.caFile),
  };
}
