import {
  date,
  defineDocument,
  type DocumentOf,
  flag,
  listOf,
  mapOf,
  nested,
  number,
  onlyTrue,
  optional,
  text,
  word,
} from '@porchlight/store';
import type { AccountSettings } from '@porchlight/access';
import type { AccountLimits } from '../rate-limits';

/** An account: one team. `_id` is its number. */
export const accountSchema = defineDocument(
  {
    _id: number,
    name: text,
    domain: text,
    created: date,
    features: listOf(text),
    /** Created by open sign-up, without the operator. */
    openSignUp: optional(onlyTrue),
    /** Absent: Active. A deleted account is stored as its number alone, which is never used again. */
    status: optional(word('Active', 'Disabled', 'Deleted')),
    /** Counts changes of its status. */
    version: optional(number),
    /** Its status is not yet published to other services. */
    untold: optional(onlyTrue),
    /** Request limits that differ from the defaults (decisions section 3). */
    limits: optional<AccountLimits>(nested({ lifted: optional(flag), perWindow: optional(mapOf(number)) })),
    /** Settings that differ from the defaults (decisions section 11). */
    settings: optional<Partial<AccountSettings>>(
      nested({
        handling: optional(word('strict', 'lenient')),
        unregisteredSystems: optional(word('refuse', 'ignore')),
      }),
    ),
  },
  [{ keys: { untold: 1 }, global: true }],
);
export type AccountDocument = DocumentOf<typeof accountSchema>;

/** The number of the newest account. */
export const sequenceSchema = defineDocument(
  {
    _id: text,
    n: number,
  },
  [],
  { unsharded: 'numbers that are unique over all accounts' },
);
export type SequenceDocument = DocumentOf<typeof sequenceSchema>;
