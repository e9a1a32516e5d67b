import { CONSOLE_SYSTEM } from '@porchlight/access';
import { CredentialServiceDefinition, type SessionPrincipal } from '@porchlight/contracts';
import type { Credentials, VerifiedSystem } from '@porchlight/edge';
import { createRpcClient, type Channel } from '@porchlight/rpc';
import type { Clock } from '@porchlight/runtime';
import type { AuthClients } from './auth-clients';
import { createCaller, DISABLED, unlessDisabled, type CachedCaller } from './caller';
import { createAccessTokenReader, type AccessTokenOptions } from './oauth/access-tokens';
import { verifySessionCookie } from './sessions/session-cookie';
import { createStaleIfErrorCache } from './stale-if-error-cache';

/** Verifies credentials through the auth service, with a cache of less than a second. */
export const createCredentials = (
  auth: Channel,
  { oauth, sessions, limitSessions, as }: AuthClients,
  clock: Clock,
  names: Pick<AccessTokenOptions, 'issuer' | 'audience'>,
): Credentials => {
  const client = createRpcClient(CredentialServiceDefinition, auth);
  const keys = createStaleIfErrorCache<CachedCaller>({
    clock,
    load: async (apiKey) => {
      const answer = await client.verifyApiKey({ apiKey }, as);
      if (answer.accountDisabled) return DISABLED;
      return answer.valid ? { ...createCaller(answer, 'key'), keyId: answer.keyId } : undefined;
    },
  });
  const systems = createStaleIfErrorCache<VerifiedSystem | undefined>({
    clock,
    load: async (pair) => {
      const [name, key] = JSON.parse(pair) as [string, string];
      const answer = await client.verifySystem({ name, key }, as);
      if (answer.disabled) return { name: answer.name, disabled: true };
      return answer.valid ? { name: answer.name, accountId: answer.accountId, id: answer.id } : undefined;
    },
  });
  const tokens = createAccessTokenReader({
    ...names,
    clock,
    signingKeys: async () => (await oauth.getSigningKeys({}, as)).jwks,
    standing: (familyId) => oauth.checkStanding({ familyId }, as),
  });
  const readSession = createStaleIfErrorCache<SessionPrincipal | typeof DISABLED | undefined>({
    clock,
    load: async (token) => {
      const { principal, accountDisabled } = await sessions.verifySession({ token }, as);
      return accountDisabled ? DISABLED : principal;
    },
  });
  return {
    actorOfApiKey: async (apiKey) => unlessDisabled(await keys(apiKey)),
    actorOfToken: async (token) => unlessDisabled(await tokens(token)),
    sessionOf: async (req) => {
      const principal = unlessDisabled(await verifySessionCookie(limitSessions, req, readSession));
      if (!principal) return undefined;
      const actor = { ...createCaller(principal, 'session'), system: CONSOLE_SYSTEM };
      return { actor, csrfToken: principal.csrfToken };
    },
    verifySystem: (name, key) => systems(JSON.stringify([name, key])),
  };
};
