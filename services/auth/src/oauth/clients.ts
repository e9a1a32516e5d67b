import { systemCall } from '@porchlight/store';
import type { ClientCredentials, FindClientResponse } from '@porchlight/contracts';
import { CLIENT_AUTHENTICATION, equalHashes } from '../security';
import { CLIENT_ID, contextualizeClientSecret } from './client-credentials';
import type { OauthAppDocument } from './oauth-app-strategy';
import type { OauthFailure } from './oauth-error';
import type { Oauth } from './oauth-parts';

const NO_HASH = '0'.repeat(64);

/** The registered client; undefined if it does not exist or is disabled. A malformed id takes equally long. */
export const loadClient = async ({ oauthApps }: Pick<Oauth, 'oauthApps'>, clientId: string, signal: AbortSignal) => {
  const accountId = Number(CLIENT_ID.exec(clientId)?.[1] ?? 1);
  const [app] = await oauthApps.findBy(systemCall(accountId, signal), 'clientId', clientId, 1);
  // A deleted app is found until its deletion is published.
  return app?.status === 'Disabled' || app?.deletedAt ? undefined : app;
};

/** Returns the name and redirect URIs of a client, to check an authorization request. */
export const findClient =
  (parts: Pick<Oauth, 'oauthApps'>) =>
  async ({ clientId }: { clientId: string }, { signal }: { signal: AbortSignal }): Promise<FindClientResponse> => {
    const app = await loadClient(parts, clientId, signal);
    return {
      found: app !== undefined,
      name: app?.name ?? '',
      redirectUris: app?.redirectUris ?? [],
      accountId: app?.accountId ?? 0,
      development: app?.development === true,
    };
  };

/** Returns the client with these credentials, or an error. Throws RATE_LIMITED after 20 failures a minute. */
export const authenticateClient = async (
  parts: Pick<Oauth, 'oauthApps' | 'attempts' | 'secrets'>,
  credentials: ClientCredentials | undefined,
  signal: AbortSignal,
): Promise<OauthAppDocument | OauthFailure> => {
  const { clientId = '', clientSecret = '', address = '' } = credentials ?? {};
  const counted = ['client', clientId, address];
  const [app] = await Promise.all([loadClient(parts, clientId, signal), parts.attempts.assertAllowed(counted)]);
  const genuine = equalHashes(app?.secretHash ?? NO_HASH, parts.secrets.hash(contextualizeClientSecret(clientSecret)));
  if (app && genuine) return app;
  await parts.attempts.fail(counted, CLIENT_AUTHENTICATION);
  return { error: 'invalid_client', description: 'The client could not be authenticated. Check its id and secret.' };
};
