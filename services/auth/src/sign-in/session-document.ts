import { column, defineDocument, type DocumentOf } from '@porchlight/store';
import { EXPIRING, GUARDED, BEFORE_ACCOUNT } from '../document-options';

/** A session; `_id` is the keyed hash of the cookie value, which is not stored. */
export const sessionSchema = defineDocument(
  {
    _id: column.text,
    /** Public id for the list of the user's sessions. */
    sessionId: column.text,
    accountId: column.number,
    userId: column.number,
    /** Password version of the user at sign-in; absent in sessions of earlier versions. */
    passwordMark: column.optional(column.text),
    created: column.date,
    /** Precise to the minute. */
    lastUsed: column.date,
    address: column.text,
    agent: column.text,
    /** When the session expires unless it is used before; the database deletes it. */
    expires: column.date,
  },
  [{ keys: { userId: 1 } }, EXPIRING],
  BEFORE_ACCOUNT,
);
export type SessionDocument = DocumentOf<typeof sessionSchema>;

/** The second factor of a user; `_id` is `<account>:<user>`. */
export const secondFactorSchema = defineDocument(
  {
    _id: column.text,
    /** Version for guarded updates. */
    v: column.number,
    /** Secret of the authenticator app, encrypted. */
    sealedSecret: column.text,
    /** Required at sign-in only if enabled. */
    confirmed: column.flag,
    /** Period of the last accepted code; codes of it or of earlier periods are rejected. */
    lastPeriod: column.number,
    /** Keyed hashes of the unused recovery codes. */
    recoveryHashes: column.listOf(column.text),
  },
  [GUARDED],
);
export type SecondFactorDocument = DocumentOf<typeof secondFactorSchema>;
