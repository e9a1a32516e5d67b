import { BEFORE_ACCOUNT } from '../document-options';
import { column, defineDocument, type DocumentOf } from '@porchlight/store';

/** An API key; `_id` is its keyed hash, the key itself is not stored. */
export const apiKeySchema = defineDocument(
  {
    _id: column.text,
    accountId: column.number,
    keyId: column.number,
    userId: column.number,
    label: column.text,
    prefix: column.text,
    created: column.date,
    disabled: column.flag,
    /** Scopes of the key; absent: the full rights of its user. */
    scopes: column.optional(column.listOf(column.text)),
    /** The key is refused after this time. */
    expiresAt: column.optional(column.date),
    /** Precise to the minute. */
    lastUsed: column.optional(column.date),
  },
  [{ keys: { keyId: 1 } }, { keys: { userId: 1, disabled: 1 } }],
  BEFORE_ACCOUNT,
);
export type ApiKeyDocument = DocumentOf<typeof apiKeySchema>;
