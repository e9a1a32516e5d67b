import type { AccountSettings } from '../settings/account-settings';

/** State of a lead of a first-to-claim group in its person. */
export interface OfferState {
  /** False while the lead is offered to a group (first-to-claim) and unclaimed; absent if it never was. */
  claimed?: boolean;
  /** The group and its users who might claim; kept afterwards, so that late users get a conflict. */
  offeredGroupId?: number;
  offeredUserIds?: number[];
  offeredUntil?: Date;
}

/** What a claimer becomes of a person: by the kind of the group that it is offered to. */
export const claimField = (
  settings: AccountSettings,
  { offeredGroupId = 0 }: OfferState,
): 'assignedUserId' | 'assignedLenderId' =>
  settings.group(offeredGroupId)?.type === 'Lender' ? 'assignedLenderId' : 'assignedUserId';

/** How a lead is offered to a group whose first claimer gets it. */
export interface LeadOffer {
  readonly groupId: number;
  readonly userIds: readonly number[];
  readonly until: Date;
}

/** The person once nobody can claim them any more. */
export const endOffer = <P extends OfferState>(person: P): P => {
  const { offeredUntil: _until, ...rest } = person;
  return { ...rest, claimed: true } as P;
};
