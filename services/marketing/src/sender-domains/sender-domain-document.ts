import { column, defineDocument, type DocumentOf } from '@porchlight/store';

/** The sender of mails to contacts of an account. */
export const senderDomainSchema = defineDocument(
  {
    /** `<account>:senderDomain` */
    _id: column.text,
    accountId: column.number,
    /** The sender; its domain is in ASCII. */
    address: column.optional(column.text),
    verifiedAt: column.optional(column.date),
    checkedAt: column.optional(column.date),
    /** Since when the record of a verified domain is gone. */
    absentSince: column.optional(column.date),
    /** Why the last look at the DNS record proved nothing, as a sentence. */
    problem: column.optional(column.text),
    /** Counts changes of the address by users, for entity tags. */
    version: column.optional(column.number),
    /** The account sent mails of plans before a verified domain was required. */
    sentBefore: column.optional(column.onlyTrue),
    /** Until then such an account sends without a verified domain; absent: it was not required yet. */
    graceUntil: column.optional(column.date),
  },
  [{ keys: {} }, { keys: { _id: 1, version: 1 } }],
);
export type SenderDomainDocument = DocumentOf<typeof senderDomainSchema>;

/** The key of the document of an account. */
export const formatSenderId = (accountId: number): string => `${accountId}:senderDomain`;
