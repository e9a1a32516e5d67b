import type { OauthApp } from '@porchlight/contracts';
import type { ResourceStore } from '@porchlight/store';
import type { Accounts } from '../accounts';
import type { Grants } from './grant-document';
import type { OauthAppDocument } from './oauth-app-strategy';
import type { AccessTokens } from './signing-keys';

/** What the authorization flow works with. */
export interface Oauth extends Pick<Accounts, 'users' | 'loadAccount' | 'secrets' | 'attempts' | 'clock' | 'ids'> {
  readonly oauthApps: ResourceStore<OauthApp, OauthAppDocument>;
  readonly grants: Grants;
  readonly tokens: AccessTokens;
}
