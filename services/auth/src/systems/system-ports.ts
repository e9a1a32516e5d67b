import { BEFORE_ACCOUNT } from '../context';
import { column, defineDocument, type DocumentCollection, type DocumentOf } from '@porchlight/store';
import type { AccountPorts } from '../accounts';
import type { DailyCounts } from './daily-counts';

/** A registered system; `_id` is its name in lower case. */
export const systemSchema = defineDocument(
  {
    _id: column.text,
    name: column.text,
    keyHash: column.text,
    /** The key itself, encrypted: the legacy signature needs it (decisions section 7). */
    sealedKey: column.text,
    created: column.date,
    /** Number within the account that registered it; absent for systems of an operator. */
    id: column.optional(column.number),
    /** The account that registered it and may rotate its key; absent when an operator did. */
    accountId: column.optional(column.number),
    /** Former keys that are still valid. */
    formerKeys: column.optional(column.listOf(column.nested({ hash: column.text, until: column.date }))),
    /** The owner disabled it: its pair is refused. */
    disabled: column.optional(column.flag),
    /** Time of the last request, to the minute. */
    lastUsed: column.optional(column.date),
    /** Headers that carry the legacy signature next to X-System-Signature, at most 3. */
    signatureHeaders: column.optional(column.listOf(column.text)),
  },
  [
    { keys: {} },
    { keys: { id: 1 } },
    { keys: { _id: 1, keyHash: 1 }, global: true },
    { keys: { keyHash: 1 }, global: true, unique: true },
  ],
  BEFORE_ACCOUNT,
);
export type SystemDocument = DocumentOf<typeof systemSchema>;

/** Data and services that the operations on systems use. */
export interface SystemPorts extends AccountPorts {
  readonly systems: DocumentCollection<SystemDocument>;
  readonly dailyCounts: DailyCounts;
  readonly limits: {
    /** Systems that an account from an open sign-up registers in its first 24 hours. */
    readonly newAccountSystems: number;
  };
}
