import { column, defineDocument, type DocumentOf } from '@porchlight/store';
import { EXPIRING, BEFORE_ACCOUNT } from '../document-options';

/**
 * A sign-up whose email is not confirmed yet; `_id` is the keyed hash of its token. The database removes it when it
 * expires.
 */
export const pendingSignUpSchema = defineDocument(
  {
    _id: column.text,
    accountName: column.text,
    firstName: column.text,
    lastName: column.text,
    email: column.text,
    /** Created by the operator; valid also if sign-up is by invitation only. */
    invited: column.optional(column.flag),
    expires: column.date,
  },
  [EXPIRING],
  BEFORE_ACCOUNT,
);
export type PendingSignUpDocument = DocumentOf<typeof pendingSignUpSchema>;
