import type { OauthApp } from '@porchlight/contracts';
import type { ResourceStore } from '@porchlight/store';
import type { AccountPorts } from '../accounts';
import type { GrantDocument } from './grant-document';
import type { OauthAppDocument } from './oauth-app-strategy';

/** What an access token says. */
export interface AccessClaims {
  readonly account: number;
  readonly user: number;
  readonly clientId: string;
  /** Family of tokens that it belongs to: what one approval gave. */
  readonly family: string;
  /** What the token is limited to; absent: the full rights of the user. */
  readonly scopes?: readonly string[];
}

/** Signs and reads access tokens with keys that rotate. */
export interface AccessTokens {
  sign(claims: AccessClaims): Promise<string>;
  /** Claims of a genuine token, expired ones too; undefined for everything else. */
  read(token: string): Promise<AccessClaims | undefined>;
  /** Public keys as a JSON Web Key Set. */
  jwks(): Promise<string>;
}

/** What users approved, and the token families that came of it. Documents are shared: never change one. */
export interface Grants {
  load(id: string): Promise<GrantDocument | undefined>;
  insert(grant: GrantDocument): Promise<void>;
  /** Writes an exchange for a new refresh token; false when the grant was changed since it was read. */
  exchange(before: GrantDocument, change: Partial<GrantDocument> & { readonly refreshHash: string }): Promise<boolean>;
  /** Ends the tokens of a family; gateways notice within two seconds. */
  revoke(id: string): Promise<void>;
  /** Ends all tokens of a user. */
  revokeOfUser(accountId: number, userId: number): Promise<void>;
}

/** Data and services that the authorization flow uses. */
export interface OauthPorts extends AccountPorts {
  readonly oauthApps: ResourceStore<OauthApp, OauthAppDocument>;
  readonly grants: Grants;
  readonly tokens: AccessTokens;
}
