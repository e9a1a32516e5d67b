import { column, defineDocument, type DocumentOf } from '@porchlight/store';
import { DEFAULT_ACCOUNT_SETTINGS, type AccountSettings } from '@porchlight/access';
import { DEFAULT_COUNTRY } from '@porchlight/contact';
import type { AccountLimits } from '../rate-limits';

/** Settings of an account: those that the gateway applies to requests, and those of other services. */
export interface StoredSettings extends AccountSettings {
  /** Country (ISO 3166): how phones without a country code are read (D13.1). */
  readonly country: string;
}

/** Settings of an account without its own. */
export const DEFAULT_SETTINGS: StoredSettings = { ...DEFAULT_ACCOUNT_SETTINGS, country: DEFAULT_COUNTRY };

/** An account: one team. `_id` is its number. */
export const accountSchema = defineDocument(
  {
    _id: column.number,
    name: column.text,
    domain: column.text,
    /** Postal address in the footer of mails to contacts (D13.4). */
    mailFooter: column.optional(column.text),
    created: column.date,
    features: column.listOf(column.text),
    /** Created by open sign-up, without the operator. */
    openSignUp: column.optional(column.onlyTrue),
    /** Absent: Active. A deleted account is stored as its number alone, which is never used again. */
    status: column.optional(column.word('Active', 'Disabled', 'Deleted')),
    /** When it was deleted; absent in those of earlier versions. */
    deletedAt: column.optional(column.date),
    /** Counts changes, for other services and for entity tags. */
    version: column.optional(column.number),
    /** Its status and country are not yet published to other services. */
    untold: column.optional(column.onlyTrue),
    /** Limits of requests and mails that differ from the defaults (decisions section 3, N5). */
    limits: column.optional<AccountLimits>(
      column.nested({
        lifted: column.optional(column.flag),
        perWindow: column.optional(column.mapOf(column.number)),
        mailsPerDay: column.optional(column.mapOf(column.number)),
      }),
    ),
    /** Settings that differ from the defaults (decisions section 11). */
    settings: column.optional<Partial<StoredSettings>>(
      column.nested({
        handling: column.optional(column.word('strict', 'lenient')),
        unregisteredSystems: column.optional(column.word('refuse', 'ignore')),
        /** How phones are read (D13.1); ISO 3166. */
        country: column.optional(column.text),
        /** Origins whose pages may call the API with an access token (D13.10). */
        corsOrigins: column.optional(column.listOf(column.text)),
      }),
    ),
  },
  [
    { keys: { untold: 1 }, global: true },
    { keys: { _id: 1, version: 1 }, global: true },
    { keys: { 'settings.corsOrigins': 1 }, global: true },
  ],
);
export type AccountDocument = DocumentOf<typeof accountSchema>;

/** The number of the newest account. */
export const sequenceSchema = defineDocument(
  {
    _id: column.text,
    n: column.number,
  },
  [],
  { unsharded: 'numbers that are unique over all accounts' },
);
export type SequenceDocument = DocumentOf<typeof sequenceSchema>;
