import { BEFORE_ACCOUNT } from '../context';
import {
  date,
  defineDocument,
  type DocumentCollection,
  type DocumentOf,
  flag,
  listOf,
  number,
  optional,
  text,
} from '@porchlight/store';
import type { SystemPorts } from '../systems';
import type { TeamStore } from '../teams';

/** An API key; `_id` is its keyed hash, the key itself is not stored. */
export const apiKeySchema = defineDocument(
  {
    _id: text,
    accountId: number,
    keyId: number,
    userId: number,
    label: text,
    prefix: text,
    created: date,
    disabled: flag,
    /** Scopes of the key; absent: the full rights of its user. */
    scopes: optional(listOf(text)),
    /** The key is refused after this time. */
    expiresAt: optional(date),
    /** Precise to the minute. */
    lastUsed: optional(date),
  },
  [{ keys: { keyId: 1 } }, { keys: { userId: 1, disabled: 1 } }],
  BEFORE_ACCOUNT,
);
export type ApiKeyDocument = DocumentOf<typeof apiKeySchema>;

/** Data and services that the operations on credentials use. */
export interface CredentialPorts extends SystemPorts {
  readonly teams: TeamStore;
  readonly apiKeys: DocumentCollection<ApiKeyDocument>;
}
