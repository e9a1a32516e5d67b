import { date, defineDocument, type DocumentOf, flag, listOf, number, optional, text } from '@porchlight/store';
import { EXPIRING, GUARDED, BEFORE_ACCOUNT } from '../context';
/** A session; `_id` is the keyed hash of the cookie value, which is not stored. */
export const sessionSchema = defineDocument(
  {
    _id: text,
    /** Public id for the list of the user's sessions. */
    sessionId: text,
    accountId: number,
    userId: number,
    /** Password version of the user at sign-in; absent in sessions of earlier versions. */
    passwordMark: optional(text),
    created: date,
    /** Precise to the minute. */
    lastUsed: date,
    address: text,
    agent: text,
    /** When an unused session expires; the database deletes it. */
    expires: date,
  },
  [{ keys: { userId: 1 } }, EXPIRING],
  BEFORE_ACCOUNT,
);
export type SessionDocument = DocumentOf<typeof sessionSchema>;

/** The second factor of a user; `_id` is `<account>:<user>`. */
export const secondFactorSchema = defineDocument(
  {
    _id: text,
    /** Version for guarded updates. */
    v: number,
    /** Secret of the authenticator app, encrypted. */
    sealedSecret: text,
    /** Required at sign-in only if enabled. */
    confirmed: flag,
    /** Period of the last accepted code; codes of it or of earlier periods are rejected. */
    lastPeriod: number,
    /** Keyed hashes of the unused recovery codes. */
    recoveryHashes: listOf(text),
  },
  [GUARDED],
);
export type SecondFactorDocument = DocumentOf<typeof secondFactorSchema>;
