import { pageError, type KnownClient, type PageCheck } from '../authorization-request';
import type { OauthPort } from '../oauth-port';

/** The client must be registered. */
export const knownClient =
  (port: Pick<OauthPort, 'findClient'>): PageCheck<string | undefined, KnownClient> =>
  async (clientId) => {
    if (!clientId) return pageError('The parameter client_id is missing.');
    const { found, name, redirectUris } = await port.findClient(clientId);
    return found ? { clientId, name, redirectUris } : pageError('The app that sent you here is not registered.');
  };
