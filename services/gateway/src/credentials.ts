import type { Actor, Caller, Role } from '@porchlight/access';
import { CredentialServiceDefinition, OauthServiceDefinition, SessionServiceDefinition } from '@porchlight/contracts';
import type { Credentials, VerifiedSystem } from '@porchlight/edge';
import { createRpcClient, type Channel } from '@porchlight/rpc';
import type { Clock } from '@porchlight/runtime';
import { createAccessTokenReader } from './oauth/access-tokens';
import { DISABLED, unlessDisabled, type Disabled } from './disabled';
import { createStaleIfErrorCache } from './stale-if-error-cache';
import { readRights } from './rights';
import { readSessionToken } from './sessions/session-cookie';
import { createSessionReader } from './sessions/session-reader';

const FRESH_MS = 800;
const STALE_MS = 30_000;
const MAX_REMEMBERED = 20_000;

/** The system of sessions (decisions section 3 requires a system for some operations). */
const CONSOLE_SYSTEM = 'Porchlight Console';

/** The actor of calls before the caller is authenticated. */
export const GATEWAY: Actor = { accountId: 0, userId: 0, role: 'Operator' };

/** Issuer and audience of access tokens. */
export interface TokenNames {
  readonly issuer: string;
  readonly audience: string;
}

/** Verifies credentials through the auth service, with a cache of less than a second. */
export const createCredentials = (auth: Channel, clock: Clock, timeoutMs: number, names: TokenNames): Credentials => {
  const client = createRpcClient(CredentialServiceDefinition, auth);
  const common = {
    clock,
    freshMs: FRESH_MS,
    staleMs: STALE_MS,
    max: MAX_REMEMBERED,
    isCacheable: (v: unknown) => v !== undefined,
  };

  const keys = createStaleIfErrorCache<Caller | Disabled | undefined>({
    ...common,
    load: async (apiKey) => {
      const answer = await client.verifyApiKey({ apiKey }, { actor: GATEWAY, timeoutMs });
      if (answer.accountDisabled) return DISABLED;
      if (!answer.valid) return undefined;
      const { accountId, userId, keyId, userName } = answer;
      return {
        accountId,
        userId,
        role: answer.role as Role,
        keyId,
        userName,
        authenticatedBy: 'key',
        ...readRights(answer),
      };
    },
  });
  const systems = createStaleIfErrorCache<VerifiedSystem | undefined>({
    ...common,
    load: async (pair) => {
      const [name, key] = JSON.parse(pair) as [string, string];
      const answer = await client.verifySystem({ name, key }, { actor: GATEWAY, timeoutMs });
      return answer.valid ? { name: answer.name, accountId: answer.accountId, id: answer.id } : undefined;
    },
  });
  const as = { actor: GATEWAY, timeoutMs };
  const oauth = createRpcClient(OauthServiceDefinition, auth);
  const sessions = createRpcClient(SessionServiceDefinition, auth);
  const tokens = createAccessTokenReader({
    ...names,
    clock,
    signingKeys: async () => (await oauth.getSigningKeys({}, as)).jwks,
    standing: (familyId) => oauth.checkStanding({ familyId }, as),
  });
  const readSession = createSessionReader(async (token) => {
    const { principal, accountDisabled } = await sessions.verifySession({ token }, as);
    return accountDisabled ? DISABLED : principal;
  }, clock);
  return {
    actorOfApiKey: async (apiKey) => unlessDisabled(await keys(apiKey)),
    actorOfToken: async (token) => unlessDisabled(await tokens(token)),
    sessionOf: async (req) => {
      const token = readSessionToken(req);
      const principal = token === undefined ? undefined : unlessDisabled(await readSession(token));
      if (!principal) return undefined;
      const { accountId, userId, role, userName, csrfToken } = principal;
      const actor: Caller = {
        accountId,
        userId,
        role: role as Role,
        userName,
        system: CONSOLE_SYSTEM,
        authenticatedBy: 'session',
        ...readRights(principal),
      };
      return { actor, csrfToken };
    },
    verifySystem: (name, key) => systems(JSON.stringify([name, key])),
  };
};
