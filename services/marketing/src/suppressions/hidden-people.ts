import { canSeeViewers } from '@porchlight/access';
import { normalizeEmail } from '@porchlight/contact';
import type { StoreCall } from '@porchlight/store';
import { findPeopleByEmails, type LocalCopies } from '../copies';

type People = Pick<LocalCopies, 'people'>;

/** The assigned users of people. */
export const listAssignedUsers = async (
  { people }: People,
  accountId: number,
  personIds: readonly number[],
): Promise<number[]> => {
  const copies = await people.byIds(accountId, personIds);
  return [...new Set(copies.flatMap(({ assignedUserId }) => assignedUserId ?? []))];
};

/** A person whom the caller may not see, and the assigned users. */
export interface HiddenPerson {
  readonly personId: number;
  readonly userIds: readonly number[];
}

/**
 * Finds the people with each address, if the caller may see none of them. Their assigned users are notified of an
 * opt-out by this caller (D13.4).
 */
export const findHiddenPeople = async (
  ports: People,
  { actor }: StoreCall,
  addresses: readonly string[],
): Promise<Map<string, HiddenPerson>> => {
  const byAddress = new Map<string, HiddenPerson>();
  if (canSeeViewers(actor, [])) return byAddress;
  const keys = [...new Set(addresses.map(normalizeEmail))];
  const copies = await findPeopleByEmails(ports, actor.accountId, keys);
  for (const key of keys) {
    const people = copies.filter(({ emailKeys }) => emailKeys.includes(key));
    if (people.length === 0 || people.some(({ viewers }) => canSeeViewers(actor, viewers))) continue;
    const ids = people.map(({ personId }) => personId).sort((a, b) => a - b);
    byAddress.set(key, { personId: ids[0]!, userIds: await listAssignedUsers(ports, actor.accountId, ids) });
  }
  return byAddress;
};
