import type { OauthApp } from '@porchlight/contracts';
import type { ResourceStore } from '@porchlight/store';
import type { AccountPorts } from '../accounts';
import type { Grants } from './grant-document';
import type { OauthAppDocument } from './oauth-app-strategy';
import type { AccessTokens } from './signing-keys';

/** Data and services that the authorization flow uses. */
export interface OauthPorts extends AccountPorts {
  readonly oauthApps: ResourceStore<OauthApp, OauthAppDocument>;
  readonly grants: Grants;
  readonly tokens: AccessTokens;
}
