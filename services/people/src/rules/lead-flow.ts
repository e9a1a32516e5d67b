import type { Actor } from '@porchlight/access';

/** What lead flow looks at. */
export interface Lead {
  readonly actor: Pick<Actor, 'accountId' | 'userId' | 'role'>;
  readonly source: string;
  readonly type: string;
  readonly price?: number;
  readonly postalCodes: readonly string[];
  /** Older than a day: rules do not assign it (decisions section 4). */
  readonly historyOnly: boolean;
  /** Assignment as the sender gave it. */
  readonly assignedUserId?: number;
  readonly assignedLenderId?: number;
}

/** What becomes of a new lead. */
export interface LeadDecision {
  /** Nothing is kept; the sender gets an empty answer. */
  readonly ignore: boolean;
  readonly assignedUserId?: number;
  readonly assignedLenderId?: number;
}

/** Decides about leads that make a new person. Must answer without waiting for other services. */
export interface LeadFlow {
  decide(lead: Lead): Promise<LeadDecision>;
}

/** Whom a record is assigned to when nobody says: an agent's or lender's own key names themselves, others nobody. */
export const defaultAssignment = ({
  userId,
  role,
}: Pick<Actor, 'userId' | 'role'>): Pick<LeadDecision, 'assignedUserId' | 'assignedLenderId'> => {
  if (role === 'Agent') return { assignedUserId: userId };
  if (role === 'Lender') return { assignedLenderId: userId };
  return {};
};

/** The rule that every account has: as the lead says, else by the sender's key; nothing is ignored. */
export const defaultLeadFlow: LeadFlow = {
  async decide({ actor, assignedUserId, assignedLenderId }) {
    const fallback = defaultAssignment(actor);
    return {
      ignore: false,
      assignedUserId: assignedUserId ?? fallback.assignedUserId,
      assignedLenderId: assignedLenderId ?? fallback.assignedLenderId,
    };
  },
};
