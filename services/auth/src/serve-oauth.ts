import { mayPerform } from '@porchlight/access';
import {
  OauthAppServiceDefinition,
  oauthApps,
  OauthServiceDefinition,
  OWNER,
  type OauthApp,
} from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import type { RpcServer } from '@porchlight/rpc';
import { handlersOf, type StoreCall } from '@porchlight/store';
import { findClient } from './oauth/clients';
import { issueCode } from './oauth/grants';
import { checkStanding, exchangeToken, revokeToken } from './oauth/token-endpoint';
import type { OauthPorts } from './ports';
import type { OauthAppStrategy } from './oauth/oauth-app-strategy';

/** Apps as their owners manage them, and the flow as the gateway drives it (decisions section 8). */
export const serveOauth = (rpc: RpcServer, ports: OauthPorts, strategy: OauthAppStrategy): void => {
  const demandSystem = ({ actor }: StoreCall): void => {
    if (actor.system === undefined) throw refuse('SYSTEM_REQUIRED');
  };
  const handlers = Object.entries(handlersOf(oauthApps, ports.oauthApps)).map(([name, handle]) => [
    name,
    (request: unknown, call: StoreCall): Promise<unknown> => {
      demandSystem(call);
      return handle(request, call);
    },
  ]);
  const createOauthApp = async (
    { record }: { record?: OauthApp },
    call: StoreCall,
  ): Promise<{ record: OauthApp; created: boolean }> => {
    if (!mayPerform(call.actor.role, OWNER)) throw refuse('FORBIDDEN', { role: call.actor.role });
    demandSystem(call);
    if (!record) throw refuse('INVALID_BODY', { problems: 'The body must be a JSON object.' });
    const { draft, secret } = await strategy.draw(call, record);
    const made = await ports.oauthApps.insert(call, draft);
    return { record: { ...(await ports.oauthApps.toRecord(made, call)), clientSecret: secret }, created: true };
  };
  rpc.add(OauthAppServiceDefinition, { ...Object.fromEntries(handlers), createOauthApp } as never);
  rpc.add(
    OauthServiceDefinition,
    {
      findClient: findClient(ports),
      issueCode: issueCode(ports),
      exchangeToken: exchangeToken(ports),
      revokeToken: revokeToken(ports),
      getSigningKeys: async () => ({ jwks: await ports.tokens.jwks() }),
      checkStanding: checkStanding(ports),
    },
    { roles: ['Operator'] },
  );
};
