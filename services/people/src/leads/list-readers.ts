import type { AccountSettings } from '../settings';
import type { PersonDocument } from '../person';

/** The users that are notified of an event of a person (D13.3). */
export interface Readers {
  /** The assigned user and the users whom the lead is offered to, else the users of the pond; all active. */
  readonly notifyUserIds: number[];
  /** The lender of a new lead, notified besides the others. */
  readonly furtherUserIds: number[];
  /** Those of `notifyUserIds` who find the lead under Unclaimed: they may not see the person before they claim it. */
  readonly offeredUserIds: number[];
}

/**
 * The active users who are notified of an event. If an inquiry has none, the notifier chooses the owner and the active
 * brokers, because only the state at that time counts. Other events notify the assigned user only.
 */
export const listReaders = (
  settings: AccountSettings,
  person: Pick<PersonDocument, 'assignedUserId' | 'assignedLenderId' | 'claimed' | 'offeredUserIds' | 'pondUserIds'>,
  { inquiry, isNew }: { readonly inquiry: boolean; readonly isNew: boolean },
): Readers => {
  const active = (ids: readonly (number | undefined)[]): number[] =>
    [...new Set(ids.filter((id) => id !== undefined && settings.mayReceive(id, 'lead')))] as number[];
  const assigned = active([person.assignedUserId]);
  if (!inquiry) return { notifyUserIds: assigned, furtherUserIds: [], offeredUserIds: [] };
  const offered = person.claimed === false ? active(person.offeredUserIds ?? []) : [];
  const first = [...new Set([...assigned, ...offered])];
  return {
    notifyUserIds: first.length > 0 ? first : active(person.pondUserIds ?? []),
    furtherUserIds: isNew ? active([person.assignedLenderId]) : [],
    offeredUserIds: offered.filter((id) => !assigned.includes(id)),
  };
};
