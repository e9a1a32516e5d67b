import { BEFORE_ACCOUNT, GUARDED } from '../document-options';
import { publishedColumns, UNPUBLISHED } from '../publish-documents';
import { column, defineDocument, type DocumentOf } from '@porchlight/store';

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
    /** It is deleted; the document keeps the name from other accounts. */
    deletedAt: column.optional(column.date),
    ...publishedColumns,
    /** Changes by users of the account that are not yet published; the audit log records them. */
    changes: column.optional(
      column.listOf(
        column.nested({
          eventId: column.text,
          verb: column.word('created', 'updated', 'deleted'),
          changed: column.listOf(column.text),
          occurred: column.date,
          userId: column.number,
          system: column.text,
        }),
      ),
    ),
  },
  [
    { keys: {} },
    { keys: { id: 1 } },
    GUARDED,
    UNPUBLISHED,
    { keys: { _id: 1, keyHash: 1 }, global: true },
    { keys: { keyHash: 1 }, global: true, unique: true },
  ],
  BEFORE_ACCOUNT,
);
export type SystemDocument = DocumentOf<typeof systemSchema>;
/** A change of a system that is not yet published. */
export type SystemChange = NonNullable<SystemDocument['changes']>[number];
