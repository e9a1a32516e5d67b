import { pageError, type KnownClient, type PageCheck } from '../authorization-request';

/** The address must equal a registered address of the client, byte by byte (decisions section 8). */
export const registeredRedirectUri: PageCheck<
  { client: KnownClient; redirectUri: string | undefined },
  { redirectUri: string }
> = ({ client, redirectUri }) => {
  if (!redirectUri) return pageError('The parameter redirect_uri is missing.');
  return client.redirectUris.includes(redirectUri)
    ? { redirectUri }
    : pageError('The address to return to is not registered for this app.');
};
