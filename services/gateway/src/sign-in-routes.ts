import { clientNetwork } from '@porchlight/limits';
import type { Express } from 'express';
import { authorizeRoutes, type AuthorizeOptions } from './oauth/authorize-routes';
import { metadataRoutes } from './oauth/metadata-routes';
import { tokenRoutes } from './oauth/token-routes';
import { profileRoutes } from './sessions/profile-routes';
import { sessionRoutes, type SessionRoutesOptions } from './sessions/session-routes';

/** The authorization server and the sessions of the pages: all sign-in routes outside /v1. */
export const signInRoutes = (app: Express, options: AuthorizeOptions & SessionRoutesOptions): void => {
  const { clients, issuer, readForm, getClientAddress } = options;
  // The address only counts failed client authentications.
  app.use(tokenRoutes(clients, readForm, (req) => clientNetwork(getClientAddress(req))));
  app.use(metadataRoutes(clients, issuer));
  app.use(authorizeRoutes(options));
  app.use('/session', sessionRoutes(options), profileRoutes(options));
};
