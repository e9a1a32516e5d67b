import { OauthServiceDefinition, SessionServiceDefinition } from '@porchlight/contracts';
import { clientNetwork } from '@porchlight/limits';
import { createRpcClient, type Channel } from '@porchlight/rpc';
import type { Express, Request, RequestHandler } from 'express';
import { GATEWAY } from './credentials';
import { authorizeRoutes } from './oauth/authorize-routes';
import { metadataRoutes } from './oauth/metadata-routes';
import type { OauthPort } from './oauth/oauth-port';
import { tokenRoutes } from './oauth/token-routes';
import { identityRoutes } from './sessions/identity-routes';
import { profileRoutes } from './sessions/profile-routes';
import { sessionRoutes } from './sessions/session-routes';

/** Options of the sign-in routes. */
export interface SignInRoutesOptions {
  readonly auth: Channel;
  readonly timeoutMs: number;
  /** Address of the authorization server. */
  readonly issuer: string;
  /** The client address of a request. */
  readonly getClientAddress: (req: Request) => string;
  /** Reads the bodies of requests without credentials. */
  readonly body: RequestHandler;
  /** Reads forms as text. */
  readonly form: RequestHandler;
}

/** The authorization server and the sessions of the pages: all sign-in routes outside /v1. */
export const signInRoutes = (
  app: Express,
  { auth, timeoutMs, issuer, getClientAddress, body, form }: SignInRoutesOptions,
): void => {
  const as = { actor: GATEWAY, timeoutMs };
  const oauth = createRpcClient(OauthServiceDefinition, auth);
  const client = createRpcClient(SessionServiceDefinition, auth);
  const port: OauthPort = {
    findClient: (clientId) => oauth.findClient({ clientId }, as),
    issueCode: async (request) => (await oauth.issueCode(request, as)).code,
    exchangeToken: (request) => oauth.exchangeToken(request, as),
    revokeToken: (credentials, token) => oauth.revokeToken({ client: credentials, token }, as),
    signingKeys: async () => (await oauth.getSigningKeys({}, as)).jwks,
  };
  // The address only counts failed client authentications.
  app.use(tokenRoutes(port, form, (req) => clientNetwork(getClientAddress(req))));
  app.use(metadataRoutes(port, issuer));
  app.use(authorizeRoutes({ port, issuer, client, as, getClientAddress, readForm: form }));
  const options = { client, as, getClientAddress, body };
  app.use('/session', sessionRoutes(options), identityRoutes(options), profileRoutes(options));
};
