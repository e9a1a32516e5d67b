import { defineNamingRecords, methods, ofSystem } from '@porchlight/backend';
import {
  ConnectedAppServiceDefinition,
  oauthApps as descriptor,
  OauthAppServiceDefinition,
  OauthServiceDefinition,
  type OauthApp,
} from '@porchlight/contracts';
import type { Handlers } from '@porchlight/rpc';
import { createWakeSignal, type WakeSignal } from '@porchlight/runtime';
import { createResourceHandlers, type DocumentCollection } from '@porchlight/store';
import { accounts } from '../accounts';
import { createKeyUsage } from '../credentials';
import { createDocumentPublisher } from '../publish-documents';
import { defineFeature } from '../service';
import { findClient } from './clients';
import { type ConnectedApps, connectedAppSchema, deleteConnectedApp, listConnectedApps } from './connected-apps';
import { createOauthApp, withSystem } from './create-oauth-app';
import { answerEnds, endGrants, ENDING_TYPES, findSuccessor } from './end-grants';
import { createGrantExpiry } from './expire-grants';
import {
  createGrantStore,
  type GrantDocument,
  grantSchema,
  listGrantChanges,
  signingKeySchema,
} from './grant-document';
import { issueCode } from './grants';
import {
  createOauthAppStrategy,
  oauthAppColumns,
  type OauthAppDocument,
  type OauthAppStrategy,
} from './oauth-app-strategy';
import type { Oauth } from './oauth-parts';
import { createAccessTokens } from './signing-keys';
import { checkStanding, exchangeToken, revokeToken } from './token-endpoint';

/** Apps and grants, and what the publication of their ends needs. */
export interface OpenedOauth extends Oauth, ConnectedApps {
  readonly grantDocuments: DocumentCollection<GrantDocument>;
  /** Notified when a grant ended. */
  readonly grantEnds: WakeSignal;
  readonly strategy: OauthAppStrategy;
}

/** Longest time to find the other approvals of an app, ms. */
const FIND_TIMEOUT_MS = 10_000;

/** Apps, grants, tokens and signing keys (decisions section 8). */
export const oauth = defineFeature({
  name: 'oauth',
  needs: { accounts },
  open({ store, config, clock, ids, accounts: opened }): OpenedOauth {
    const { secrets } = opened;
    const random = (bytes: number): Buffer => ids.random(bytes);
    const grantDocuments = store.collection('grants', grantSchema);
    const grantEnds = createWakeSignal();
    const strategy = createOauthAppStrategy({ random, hash: (text) => secrets.hash(text) });
    return {
      ...opened,
      oauthApps: store.resource<OauthApp, OauthAppDocument>({
        descriptor,
        columns: oauthAppColumns,
        strategy,
        indexes: [{ keys: { clientId: 1 }, unique: true }],
      }),
      grants: createGrantStore(grantDocuments, clock, grantEnds.notify),
      tokens: createAccessTokens({
        collection: store.collection('signingKeys', signingKeySchema),
        secrets,
        clock,
        random,
        issuer: config.AUTH_BASE_URL ?? config.PUBLIC_BASE_URL,
        audience: config.PUBLIC_BASE_URL,
      }),
      connectedApps: store.collection('connectedApps', connectedAppSchema),
      grantDocuments,
      grantEnds,
      strategy,
    };
  },
  serve(opened, { bus, clock, logger, answerFacts }) {
    const { oauthApps, tokens } = opened;
    const publisher = createDocumentPublisher<GrantDocument>({
      name: 'grants',
      documents: opened.grantDocuments,
      bus,
      logger,
      toChanges: async (grant) =>
        listGrantChanges(grant, await findSuccessor(opened, grant, AbortSignal.timeout(FIND_TIMEOUT_MS))),
      wakeSignal: opened.grantEnds,
    });
    const usage = createKeyUsage(opened.grantDocuments, clock, logger);
    const handlers: Handlers<typeof OauthAppServiceDefinition> = createResourceHandlers(descriptor, oauthApps);
    answerFacts<'auth.grants' | 'auth.oauthApps'>(answerEnds(opened));
    return {
      onAccounts: { types: new Set(ENDING_TYPES), handler: endGrants(opened) },
      methods: [
        methods(ConnectedAppServiceDefinition, {
          listConnectedApps: listConnectedApps(opened),
          deleteConnectedApp: deleteConnectedApp(opened),
        }),
        methods(OauthAppServiceDefinition, {
          createOauthApp: withSystem(createOauthApp(opened, opened.strategy)),
          getOauthApp: withSystem(handlers.getOauthApp),
          listOauthApps: withSystem(handlers.listOauthApps),
          updateOauthApp: withSystem(handlers.updateOauthApp),
          deleteOauthApp: withSystem(handlers.deleteOauthApp),
        }),
        methods(
          OauthServiceDefinition,
          {
            findClient: findClient(opened),
            issueCode: issueCode(opened),
            exchangeToken: exchangeToken(opened),
            revokeToken: revokeToken(opened),
            getSigningKeys: async () => ({ jwks: await tokens.jwks() }),
            checkStanding: checkStanding(opened, (grant) => usage.record(grant)),
          },
          { roles: ['Operator'] },
        ),
      ],
      workers: {
        'grants.expire': () => createGrantExpiry(opened, logger),
        'grants.publish': () => publisher,
      },
      names: [
        defineNamingRecords(
          oauthApps,
          ofSystem(({ name }) => name),
        ),
      ],
      stop: () => usage.stop(),
    };
  },
});
