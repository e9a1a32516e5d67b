import { systemCall } from '@porchlight/store';
import type { ClientCredentials, FindClientResponse } from '@porchlight/contracts';
import { CLIENT_AUTHENTICATION, equalHashes } from '../security';
import type { OauthAppDocument } from './oauth-app-strategy';
import type { OauthFailure } from './oauth-error';
import type { OauthPorts } from './oauth-ports';

/** Contains the account, so that a client is found through the index of the account. */
const CLIENT_ID = /^app-(\d{1,7})-[A-Za-z0-9_-]{22}$/;
const CLIENT_ID_BYTES = 16;
const SECRET_BYTES = 32;
const NO_HASH = '0'.repeat(64);

type Random = (bytes: number) => Buffer;

/** A new client_id; it contains the account of the app, so that one lookup finds it. */
export const generateClientId = (accountId: number, random: Random): string =>
  `app-${accountId}-${random(CLIENT_ID_BYTES).toString('base64url')}`;
/** A new client_secret, as base64url. */
export const generateClientSecret = (random: Random): string => random(SECRET_BYTES).toString('base64url');
/** Input of the hash of a secret: the secret with its context. */
export const contextualizeClientSecret = (secret: string): string => `oauth client ${secret}`;

/** The registered client; undefined if it does not exist or is disabled. A malformed id takes equally long. */
export const loadClient = async ({ oauthApps }: OauthPorts, clientId: string, signal: AbortSignal) => {
  const accountId = Number(CLIENT_ID.exec(clientId)?.[1] ?? 1);
  const [app] = await oauthApps.findBy(systemCall(accountId, signal), 'clientId', clientId, 1);
  return app?.status === 'Disabled' ? undefined : app;
};

/** Returns the name and redirect URIs of a client, to check an authorization request. */
export const findClient =
  (ports: OauthPorts) =>
  async ({ clientId }: { clientId: string }, { signal }: { signal: AbortSignal }): Promise<FindClientResponse> => {
    const app = await loadClient(ports, clientId, signal);
    return { found: app !== undefined, name: app?.name ?? '', redirectUris: app?.redirectUris ?? [] };
  };

/** Returns the client with these credentials, or an error. Throws RATE_LIMITED after 20 failures a minute. */
export const authenticateClient = async (
  ports: OauthPorts,
  credentials: ClientCredentials | undefined,
  signal: AbortSignal,
): Promise<OauthAppDocument | OauthFailure> => {
  const { clientId = '', clientSecret = '', address = '' } = credentials ?? {};
  const counted = ['client', clientId, address];
  const [app] = await Promise.all([loadClient(ports, clientId, signal), ports.attempts.assertAllowed(counted)]);
  const genuine = equalHashes(app?.secretHash ?? NO_HASH, ports.secrets.hash(contextualizeClientSecret(clientSecret)));
  if (app && genuine) return app;
  await ports.attempts.fail(counted, CLIENT_AUTHENTICATION);
  return { error: 'invalid_client', description: 'The client could not be authenticated. Check its id and secret.' };
};
