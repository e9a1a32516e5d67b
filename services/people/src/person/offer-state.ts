import { column, type Columns, type Stored } from '@porchlight/store';
import type { AccountSettings } from '../settings';

export const offerColumns = {
  /** False while the lead is offered to a group (first-to-claim) and unclaimed; absent if it never was. */
  claimed: column.optional(column.flag),
  /** The group and the users who may claim; stored after the claim too, so that late users get a conflict. */
  offeredGroupId: column.optional(column.number),
  offeredUserIds: column.optional(column.listOf(column.number)),
  offeredUntil: column.optional(column.date),
  /** The claim, for the journey of the lead. */
  claimedAt: column.optional(column.date),
  claimedById: column.optional(column.number),
} satisfies Columns;

/** State of a lead of a first-to-claim group in its person. */
export type OfferState = Stored<typeof offerColumns>;

/** The field that a claim sets, by the type of the group. */
export const claimField = (settings: AccountSettings, { offeredGroupId = 0 }: OfferState) =>
  settings.group(offeredGroupId)?.type === 'Lender' ? 'assignedLenderId' : 'assignedUserId';

/** The offer of a lead to a group; the first user to claim it gets it. */
export interface LeadOffer {
  readonly groupId: number;
  readonly userIds: readonly number[];
  readonly until: Date;
}

/** The person after its offer ended. */
export const endOffer = <P extends OfferState>(person: P): P => {
  const { offeredUntil: _until, ...rest } = person;
  return { ...rest, claimed: true } as P;
};
