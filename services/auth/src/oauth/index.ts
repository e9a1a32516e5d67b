import {
  ConnectedAppServiceDefinition,
  oauthApps as descriptor,
  OauthAppServiceDefinition,
  OauthServiceDefinition,
  type OauthApp,
} from '@porchlight/contracts';
import { defineNamingRecords } from '@porchlight/backend';
import { refuse } from '@porchlight/errors';
import type { Handlers } from '@porchlight/rpc';
import { createPollLoop } from '@porchlight/runtime';
import { createResourceHandlers, type StoreCall } from '@porchlight/store';
import type { AccountPorts } from '../accounts';
import { createKeyUsage } from '../credentials';
import { createDocumentPublisher } from '../publish-documents';
import type { Context } from '../context';
import { findClient } from './clients';
import { connectedAppSchema, deleteConnectedApp, listConnectedApps } from './connected-apps';
import { answerEnds, endGrants, ENDING_TYPES, findSuccessor } from './end-grants';
import {
  createGrantStore,
  grantSchema,
  listGrantChanges,
  signingKeySchema,
  type GrantDocument,
} from './grant-document';
import { issueCode } from './grants';
import {
  createOauthAppStrategy,
  oauthAppColumns,
  type OauthAppDocument,
  type OauthAppStrategy,
} from './oauth-app-strategy';
import type { OauthPorts } from './oauth-ports';
import { createAccessTokens } from './signing-keys';
import { checkStanding, exchangeToken, revokeToken } from './token-endpoint';

export type { OauthPorts } from './oauth-ports';

/** Throws SYSTEM_REQUIRED unless the caller uses a registered system. */
const withSystem =
  <Q, A, C extends StoreCall>(method: (request: Q, call: C) => Promise<A>) =>
  async (request: Q, call: C): Promise<A> => {
    if (call.actor.system === undefined) throw refuse('SYSTEM_REQUIRED');
    return method(request, call);
  };

/** Creates an app. The response is the only place that contains its secret. */
const createOauthApp =
  ({ oauthApps }: OauthPorts, strategy: OauthAppStrategy) =>
  async ({ record }: { record?: OauthApp }, call: StoreCall): Promise<{ record: OauthApp; created: boolean }> => {
    if (!record) throw refuse('INVALID_BODY', { problems: 'The body must be a JSON object.' });
    const { draft, secret } = await strategy.createDraft(call, record);
    const app = await oauthApps.insert(call, draft);
    return { record: { ...(await oauthApps.render(app, call)), clientSecret: secret }, created: true };
  };

/** Interval of the search for grants that were not used for 90 days, ms; their tokens are refused before. */
const EXPIRY_INTERVAL_MS = 60_000;

/** Longest time to find the other approvals of an app, ms. */
const FIND_TIMEOUT_MS = 10_000;

/** Opens apps, grants and signing keys, and registers their methods (decisions section 8). */
export const openOauth = (context: Context, accounts: AccountPorts) => {
  const { store, rpc, bus, config, clock, ids, logger } = context;
  const { secrets } = accounts;
  const random = (bytes: number): Buffer => ids.random(bytes);
  const grants = store.collection('grants', grantSchema);
  const toChanges = async (grant: GrantDocument) =>
    listGrantChanges(grant, await findSuccessor(ports, grant, AbortSignal.timeout(FIND_TIMEOUT_MS)));
  const publisher = createDocumentPublisher<GrantDocument>({
    ...{ name: 'grants', documents: grants, bus, logger, toChanges },
  });
  const usage = createKeyUsage(grants, clock, logger);
  const expiry = createPollLoop({
    look: async () => {
      await ports.grants.revokeUnused();
      return false;
    },
    intervalMs: EXPIRY_INTERVAL_MS,
    failed: (error) =>
      logger.warn({ event: 'grants.expiry_failed', err: error }, 'unused grants could not be ended; trying again'),
  });
  const strategy = createOauthAppStrategy({ random, hash: (text) => secrets.hash(text) });
  const ports: OauthPorts = {
    ...accounts,
    oauthApps: store.resource<OauthApp, OauthAppDocument>({
      descriptor,
      columns: oauthAppColumns,
      strategy,
      indexes: [{ keys: { clientId: 1 }, unique: true }],
    }),
    grants: createGrantStore(grants, clock, () => publisher.notify()),
    tokens: createAccessTokens({
      collection: store.collection('signingKeys', signingKeySchema),
      secrets,
      clock,
      random,
      issuer: config.AUTH_BASE_URL ?? config.PUBLIC_BASE_URL,
      audience: config.PUBLIC_BASE_URL,
    }),
  };
  const connected = { ...ports, connectedApps: store.collection('connectedApps', connectedAppSchema) };
  rpc.add(ConnectedAppServiceDefinition, {
    listConnectedApps: listConnectedApps(connected),
    deleteConnectedApp: deleteConnectedApp(connected),
  });
  context.onAccounts(endGrants(ports), ENDING_TYPES);
  context.answerFacts<'auth.grants' | 'auth.oauthApps'>(answerEnds(ports));
  const handlers: Handlers<typeof OauthAppServiceDefinition> = createResourceHandlers(descriptor, ports.oauthApps);
  rpc.add(OauthAppServiceDefinition, {
    createOauthApp: withSystem(createOauthApp(ports, strategy)),
    getOauthApp: withSystem(handlers.getOauthApp),
    listOauthApps: withSystem(handlers.listOauthApps),
    updateOauthApp: withSystem(handlers.updateOauthApp),
    deleteOauthApp: withSystem(handlers.deleteOauthApp),
  });
  rpc.add(
    OauthServiceDefinition,
    {
      findClient: findClient(ports),
      issueCode: issueCode(ports),
      exchangeToken: exchangeToken(ports),
      revokeToken: revokeToken(ports),
      getSigningKeys: async () => ({ jwks: await ports.tokens.jwks() }),
      checkStanding: checkStanding(ports, (grant) => usage.record(grant)),
    },
    { roles: ['Operator'] },
  );
  const naming = defineNamingRecords(ports.oauthApps, {
    title: ({ name }) => name,
    names: ({ system }, record) => system?.toLowerCase() === record.name.toLowerCase(),
    dependent: true,
  });
  return { ports, naming, publisher, expiry, stop: () => usage.stop() };
};
