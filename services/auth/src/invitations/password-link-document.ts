import { column, defineDocument, type DocumentOf } from '@porchlight/store';
import { EXPIRING, BEFORE_ACCOUNT } from '../document-options';

/** A single-use link to set a password or to confirm an email; `_id` is the keyed hash of its token. */
export const passwordLinkSchema = defineDocument(
  {
    _id: column.text,
    purpose: column.word('invitation', 'reset', 'confirmation'),
    /** The token was only mailed: who has it owns the mailbox. Absent in links that a response contains. */
    mailed: column.optional(column.onlyTrue),
    accountId: column.number,
    userId: column.number,
    /** Email of the user when the link was created; absent in links of earlier versions. */
    emailKey: column.optional(column.text),
    /** User who invites; absent in other links and in those of earlier versions. */
    invitedById: column.optional(column.number),
    /** Password version of the user when the link was created; absent in links of earlier versions. */
    passwordMark: column.optional(column.text),
    expires: column.date,
  },
  [EXPIRING, { keys: { userId: 1 } }],
  BEFORE_ACCOUNT,
);
export type PasswordLinkDocument = DocumentOf<typeof passwordLinkSchema>;
