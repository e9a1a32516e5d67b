import {
  isError,
  type AuthorizationRequest,
  type PageError,
  type Parameters,
  type Redirectable,
  type RedirectError,
} from './authorization-request';
import { knownClient } from './checks/known-client';
import { knownResponseType } from './checks/known-response-type';
import { knownScopes } from './checks/known-scopes';
import { parametersOnce } from './checks/parameters-once';
import { registeredRedirectUri } from './checks/registered-redirect-uri';
import { strongChallenge } from './checks/strong-challenge';
import type { OauthPort } from './oauth-port';

/** The result of the checks: an error page, an error for the client, or a valid request. */
export type Checked =
  | { readonly outcome: 'page'; readonly error: PageError }
  | { readonly outcome: 'redirect'; readonly error: RedirectError; readonly to: Redirectable }
  | { readonly outcome: 'ok'; readonly request: AuthorizationRequest };

const page = (error: PageError): Checked => ({ outcome: 'page', error });

/** Runs the checks of an authorization request in order. Checks before the address is verified cannot redirect. */
export const checkAuthorizationRequest = async (
  port: Pick<OauthPort, 'findClient'>,
  parameters: Parameters,
): Promise<Checked> => {
  const values = await parametersOnce(parameters);
  if (isError<PageError>(values)) return page(values);
  const client = await knownClient(port)(values['client_id']);
  if (isError<PageError>(client)) return page(client);
  const registered = await registeredRedirectUri({ client, redirectUri: values['redirect_uri'] });
  if (isError<PageError>(registered)) return page(registered);

  const to: Redirectable = {
    client,
    ...registered,
    responseType: values['response_type'] ?? '',
    state: values['state'],
  };
  const redirect = (error: RedirectError): Checked => ({ outcome: 'redirect', error, to });
  const type = knownResponseType(to.responseType);
  if (isError<RedirectError>(type)) return redirect(type);
  const { code_challenge: challenge, code_challenge_method: method } = values;
  const pkce = strongChallenge({
    ...(challenge !== undefined && { challenge }),
    ...(method !== undefined && { method }),
  });
  if (isError<RedirectError>(pkce)) return redirect(pkce);
  const scopes = knownScopes(values['scope']);
  if (isError<RedirectError>(scopes)) return redirect(scopes);
  return { outcome: 'ok', request: { ...to, ...type, ...pkce, ...scopes } };
};
