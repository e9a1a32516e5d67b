import {
  oauthApps as descriptor,
  OauthAppServiceDefinition,
  OauthServiceDefinition,
  type OauthApp,
} from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { handlersOf, type StoreCall } from '@porchlight/store';
import type { AccountPorts } from '../accounts';
import { type Context, EXPIRING, GUARDED } from '../context';
import { findClient } from './clients';
import type { GrantDocument, SigningKeyDocument } from './grant-document';
import { createGrantStore } from './grant-store';
import { issueCode } from './grants';
import { createOauthAppStrategy, type OauthAppDocument, type OauthAppStrategy } from './oauth-app-strategy';
import type { OauthPorts } from './oauth-ports';
import { createAccessTokens } from './signing-keys';
import { checkStanding, exchangeToken, revokeToken } from './token-endpoint';

export type { OauthPorts } from './oauth-ports';

const requireSystem = ({ actor }: StoreCall): void => {
  if (actor.system === undefined) throw refuse('SYSTEM_REQUIRED');
};

/** Creates an app. The response is the only place that contains its secret. */
const createOauthApp =
  ({ oauthApps }: OauthPorts, strategy: OauthAppStrategy) =>
  async ({ record }: { record?: OauthApp }, call: StoreCall): Promise<{ record: OauthApp; created: boolean }> => {
    requireSystem(call);
    if (!record) throw refuse('INVALID_BODY', { problems: 'The body must be a JSON object.' });
    const { draft, secret } = await strategy.createDraft(call, record);
    const app = await oauthApps.insert(call, draft);
    return { record: { ...(await oauthApps.render(app, call)), clientSecret: secret }, created: true };
  };

/** Opens apps, grants and signing keys, and registers their methods (decisions section 8). */
export const openOauth = async ({ store, rpc, config, clock, ids }: Context, accounts: AccountPorts) => {
  const { secrets } = accounts;
  const random = (bytes: number): Buffer => ids.random(bytes);
  const grants = store.collection<GrantDocument>('grants');
  await grants.ensureIndexes([GUARDED, EXPIRING, { keys: { userId: 1 } }]);
  const strategy = createOauthAppStrategy({ random, hash: (text) => secrets.hash(text) });
  const ports: OauthPorts = {
    ...accounts,
    oauthApps: store.resource<OauthApp, OauthAppDocument>({
      descriptor,
      strategy,
      indexes: [{ keys: { clientId: 1 }, unique: true }],
    }),
    grants: createGrantStore(grants),
    tokens: createAccessTokens({
      collection: store.collection<SigningKeyDocument>('signingKeys'),
      secrets,
      clock,
      random,
      issuer: config.AUTH_BASE_URL ?? config.PUBLIC_BASE_URL,
      audience: config.PUBLIC_BASE_URL,
    }),
  };
  const handlers = Object.entries(handlersOf(descriptor, ports.oauthApps)).map(([name, handle]) => [
    name,
    (request: unknown, call: StoreCall): Promise<unknown> => {
      requireSystem(call);
      return handle(request, call);
    },
  ]);
  rpc.add(OauthAppServiceDefinition, {
    ...Object.fromEntries(handlers),
    createOauthApp: createOauthApp(ports, strategy),
  } as never);
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
  return { ports };
};
