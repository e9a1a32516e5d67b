import type { DocumentCollection } from '@porchlight/store';
import type { SystemPorts } from '../systems';
import type { TeamStore } from '../teams';

/** An API key; `_id` is its keyed hash, the key itself is not stored. */
export interface ApiKeyDocument {
  _id: string;
  accountId: number;
  keyId: number;
  userId: number;
  label: string;
  prefix: string;
  created: Date;
  disabled: boolean;
  /** Scopes of the key; absent: the full rights of its user. */
  scopes?: string[];
  /** The key is refused after this time. */
  expiresAt?: Date;
  /** Precise to the minute. */
  lastUsed?: Date;
}

/** Data and services that the operations on credentials use. */
export interface CredentialPorts extends SystemPorts {
  readonly teams: TeamStore;
  readonly apiKeys: DocumentCollection<ApiKeyDocument>;
}
