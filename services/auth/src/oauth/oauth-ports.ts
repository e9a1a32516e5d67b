import type { OauthApp } from '@porchlight/contracts';
import type { ResourceStore } from '@porchlight/store';
import type { AccountPorts } from '../accounts';
import type { GrantDocument } from './grant-document';
import type { OauthAppDocument } from './oauth-app-strategy';

/** Claims of an access token. */
export interface AccessClaims {
  readonly account: number;
  readonly user: number;
  readonly clientId: string;
  /** Family of the token: all tokens of one approval. */
  readonly family: string;
  /** Scopes of the token; absent: the full rights of the user. */
  readonly scopes?: readonly string[];
}

/** Signs and reads access tokens with keys that rotate. */
export interface AccessTokens {
  sign(claims: AccessClaims): Promise<string>;
  /** Claims of a token with a valid signature, also if it is expired; undefined for all others. */
  read(token: string): Promise<AccessClaims | undefined>;
  /** Public keys as a JSON Web Key Set. */
  jwks(): Promise<string>;
}

/** Approvals and their token families. Documents are shared between callers: do not modify them. */
export interface Grants {
  load(id: string): Promise<GrantDocument | undefined>;
  insert(grant: GrantDocument): Promise<void>;
  /** Stores an exchange for a new refresh token; false if the grant was changed since it was read. */
  exchange(before: GrantDocument, change: Partial<GrantDocument> & { readonly refreshHash: string }): Promise<boolean>;
  /** Revokes the tokens of a family; gateways notice within two seconds. */
  revoke(id: string): Promise<void>;
  /** Revokes all tokens of a user. */
  revokeOfUser(accountId: number, userId: number): Promise<void>;
}

/** Data and services that the authorization flow uses. */
export interface OauthPorts extends AccountPorts {
  readonly oauthApps: ResourceStore<OauthApp, OauthAppDocument>;
  readonly grants: Grants;
  readonly tokens: AccessTokens;
}
