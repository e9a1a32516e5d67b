import type { Actor } from '@porchlight/access';
import { OauthServiceDefinition, SessionServiceDefinition } from '@porchlight/contracts';
import { createRpcClient, type Channel, type RpcClient } from '@porchlight/rpc';
import type { LimitUnknown } from './unknown-credentials';

/** The actor of calls before the caller is authenticated. */
export const GATEWAY: Actor = { accountId: 0, userId: 0, role: 'Operator' };

/** The clients of the auth service for sign-in routes. */
export interface AuthClients {
  readonly oauth: RpcClient<typeof OauthServiceDefinition>;
  readonly sessions: RpcClient<typeof SessionServiceDefinition>;
  /** Limits session cookies of strangers; every route that reads a session verifies it with this. */
  readonly limitSessions: LimitUnknown;
  /** The gateway is the caller. */
  readonly as: { readonly actor: Actor; readonly timeoutMs: number };
}

export const createAuthClients = (auth: Channel, timeoutMs: number, limitSessions: LimitUnknown): AuthClients => ({
  oauth: createRpcClient(OauthServiceDefinition, auth),
  sessions: createRpcClient(SessionServiceDefinition, auth),
  limitSessions,
  as: { actor: GATEWAY, timeoutMs },
});
