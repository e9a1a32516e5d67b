import { bool, defineResource, list, oneOf, readOnly, required, str, writable } from '@porchlight/resource';
import { OauthAppServiceDefinition, type OauthApp } from '../generated/porchlight/auth/v1/oauth_service';
import { OWNER } from '../roles';

/** Maximum number of redirect addresses of an app. */
export const MAX_REDIRECT_URIS = 20;

/** A disabled app gets no tokens, and its tokens are rejected. */
export const OAUTH_APP_STATUSES = ['Active', 'Disabled'] as const;
const OAUTH_APP_STATUSES_MEANINGS = {
  Active: 'Users can authorize the app, and its tokens work.',
  Disabled: 'The app behaves like a deleted one until it is active again.',
} as const;

/** A third-party application for OAuth (decisions section 8). */
export const oauthApps = defineResource<OauthApp>(OauthAppServiceDefinition, {
  description: 'OAuth apps that users can authorize.',
  roles: { read: OWNER, write: OWNER },
  requiresSystem: true,
  timestamps: false,
  names: ['systems'],
  describe: {
    name: 'Name that users see on the consent page.',
    redirectUris: 'Addresses to which the result of an authorization may be sent, compared exactly.',
    status: 'Whether the app can be used.',
    development: 'True: the app may redirect to localhost, and only users of this account can authorize it.',
    clientId: 'Id of the app in OAuth requests.',
    clientSecret: 'Secret of the app. Only in the response to the create.',
  },
  fields: {
    name: required(str({ min: 1 })),
    redirectUris: required(list(str({ min: 1, max: 2_048 }), MAX_REDIRECT_URIS)),
    // A disabled app behaves like a deleted one until it is active again.
    status: writable(oneOf(OAUTH_APP_STATUSES, { describe: OAUTH_APP_STATUSES_MEANINGS }), { nullable: false }),
    // Fixed at the creation: users of other accounts may have authorized the app meanwhile.
    development: writable(bool(), { nullable: false, fallback: false }),
    system: readOnly(str(), { visible: 'onRequest' }),
    clientId: readOnly(str()),
    clientSecret: readOnly(str(), { visible: 'whenSet' }),
  },
});
