import { bool, defineResource, list, oneOf, readOnly, required, str, writable } from '@porchlight/resource';
import { OauthAppServiceDefinition, type OauthApp } from '../generated/porchlight/auth/v1/oauth_service';
import { OWNER } from '../roles';

/** Maximum number of redirect addresses of an app. */
export const MAX_REDIRECT_URIS = 20;

/** A disabled app gets no tokens, and its tokens are rejected. */
export const OAUTH_APP_STATUSES = ['Active', 'Disabled'] as const;

/** A third-party application for OAuth (decisions section 8). */
export const oauthApps = defineResource<OauthApp>(OauthAppServiceDefinition, {
  description: 'OAuth apps that users can authorize.',
  roles: { read: OWNER, write: OWNER },
  requiresSystem: true,
  timestamps: false,
  names: ['systems'],
  fields: {
    name: required(str({ min: 1 })),
    redirectUris: required(list(str({ min: 1, max: 2_048 }), MAX_REDIRECT_URIS)),
    // A disabled app behaves like a deleted one until it is active again.
    status: writable(oneOf(OAUTH_APP_STATUSES), { nullable: false }),
    // Fixed at the creation: users of other accounts may have authorized the app meanwhile.
    development: writable(bool(), { nullable: false, fallback: false }),
    system: readOnly(str(), { visible: 'onRequest' }),
    clientId: readOnly(str()),
    clientSecret: readOnly(str(), { visible: 'whenSet' }),
  },
});
