import type { AddressHash } from '@porchlight/backend';
import { addressOptedOut, SUPPRESSION_REASONS, type Suppression, type SuppressionReason } from '@porchlight/contracts';
import { column, type Columns, type Document, type Index, type Stored, type Strategy } from '@porchlight/store';

export const suppressionColumns = {
  /** Absent after the erasure of its person. */
  address: column.optional(column.text),
  addressHash: column.text,
  reason: column.word(...SUPPRESSION_REASONS),
  source: column.word('event', 'emEvent', 'link', 'manual', 'import'),
  /** The user who caused it; absent for links and bounces of the service itself. */
  createdById: column.optional(column.number),
  systemName: column.optional(column.text),
  /** The opt-out of a caller who may not see the person: these users and the owner are notified. */
  hiddenOptOut: column.optional(
    column.nested({ personId: column.number, userIds: column.listOf(column.number), address: column.text }),
  ),
} satisfies Columns;

/** A suppressed address as stored. */
export interface SuppressionDocument extends Document, Stored<typeof suppressionColumns> {}

/** An address has one suppression. Mails, copies and opt-outs find it by the hash. */
export const SUPPRESSION_INDEXES: readonly Index[] = [{ keys: { addressHash: 1 }, unique: true }];

/** True if the first reason is at least as strong as the second. */
export const coversReason = (reason: SuppressionReason, other: SuppressionReason): boolean =>
  SUPPRESSION_REASONS.indexOf(reason) <= SUPPRESSION_REASONS.indexOf(other);

/** Rules of suppressions (D13.4). Only `suppress` creates them. */
export const createSuppressionStrategy = (hashAddress: AddressHash): Strategy<Suppression, SuppressionDocument> => ({
  planList: ({ actor }, { filters }) => ({
    conditions: filters.map(({ name, values: [value = ''] }) =>
      name === 'address' ? { addressHash: hashAddress(actor.accountId, value) } : undefined,
    ),
  }),
  events: (before, after) =>
    after?.hiddenOptOut && before?.reason !== after.reason
      ? [
          addressOptedOut.event({
            ...after.hiddenOptOut,
            byUserId: after.createdById ?? 0,
            system: after.systemName ?? '',
          }),
        ]
      : [],
});
