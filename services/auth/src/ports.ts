import type { Group, OauthApp, Team, User } from '@porchlight/contracts';
import type { DocumentCollection, ResourceStore } from '@porchlight/store';
import type {
  AccountDocument,
  ApiKeyDocument,
  GroupDocument,
  OauthAppDocument,
  SequenceDocument,
  SystemDocument,
  TeamDocument,
  UserDocument,
} from './documents';
import type { GrantDocument } from './oauth/grant-document';
import type { LockOut } from './security/lock-out';
import type { Secrets } from './security/secrets';

/** One counted name. */
export interface NamedCount {
  readonly name: string;
  readonly count: number;
}

/** A counted name with the sum over the stored days. */
export interface SeenCount extends NamedCount {
  readonly lastSeen: Date;
}

/** Counts of names per account, subject and day, kept for 30 days. */
export interface DailyCounts {
  /** Adds to the counts of today. New names beyond `maxNames` per day are dropped. */
  add(accountId: number, subject: string, counts: readonly NamedCount[], maxNames: number): Promise<void>;
  /** Sums of the last 30 days, highest count first. */
  read(accountId: number, subject: string): Promise<SeenCount[]>;
}

/** What the use cases of this service work on. */
export interface Ports {
  readonly users: ResourceStore<User, UserDocument>;
  readonly groups: ResourceStore<Group, GroupDocument>;
  readonly teams: ResourceStore<Team, TeamDocument>;
  readonly accounts: DocumentCollection<AccountDocument>;
  /** Reads an account; concurrent reads share a query. */
  readonly accountOf: (accountId: number) => Promise<AccountDocument | undefined>;
  readonly sequences: DocumentCollection<SequenceDocument>;
  readonly apiKeys: DocumentCollection<ApiKeyDocument>;
  readonly systems: DocumentCollection<SystemDocument>;
  readonly dailyCounts: DailyCounts;
  readonly secrets: Secrets;
  readonly clock: { now(): number; date(): Date };
  readonly ids: { random(bytes: number): Buffer };
}

/**
 * Counts failures and delays keys that fail too often. Keys are emails, client ids and addresses; they are stored
 * hashed.
 */
export interface Attempts {
  /** Throws RATE_LIMITED with the seconds to wait. */
  demand(key: readonly string[]): Promise<void>;
  /**
   * Counts a failure ahead of the attempt, so that parallel attempts count too. Resolves with what takes this one back;
   * `clear` forgets all. Throws RATE_LIMITED.
   */
  charge(key: readonly string[], rule: LockOut): Promise<() => Promise<void>>;
  fail(key: readonly string[], rule: LockOut): Promise<void>;
  /** Counts one; false where `charge` would throw RATE_LIMITED. */
  admits(key: readonly string[], rule: LockOut): Promise<boolean>;
  clear(key: readonly string[]): Promise<void>;
}

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

/** What the authorization flow works on, beside the rest. */
export interface OauthPorts extends Ports {
  readonly oauthApps: ResourceStore<OauthApp, OauthAppDocument>;
  readonly grants: Grants;
  readonly attempts: Attempts;
  readonly tokens: AccessTokens;
}
