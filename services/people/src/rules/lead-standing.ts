/** Whose a person is besides their assigned users: a pond's, or nobody's yet while a group may claim them. */
export interface LeadStanding {
  assignedPondId?: number;
  /** Copy of the pond's users, who see its people; follows them. */
  pondUserIds?: number[];
  /** False while the lead is offered to a group (first-to-claim) and nobody has taken it; absent where it never was. */
  claimed?: boolean;
  offeredGroupId?: number;
  offeredUserIds?: number[];
  offeredUntil?: Date;
}

/** How a lead is offered to a group whose first claimer gets it. */
export interface LeadOffer {
  readonly groupId: number;
  readonly userIds: readonly number[];
  readonly until: Date;
}

/** The person without its offer; `claimed` says what became of it. */
export const endOffer = <P extends LeadStanding>(person: P, claimed: boolean): P => {
  const { offeredGroupId: _group, offeredUserIds: _users, offeredUntil: _until, ...rest } = person;
  return { ...rest, claimed } as P;
};
