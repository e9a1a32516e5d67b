import { refuse } from '@porchlight/errors';
import type { FindExisting, StoreCall } from '@porchlight/store';
import type { UserStore } from './user-document';

/** The fields of a user that groups and teams check. */
export interface Candidate {
  readonly id: number;
  readonly role: string;
  readonly status: string;
}

/** Removes repeated ids. */
export const distinct = (ids: readonly number[]): number[] => [...new Set(ids)];

/**
 * Throws UNKNOWN_REFERENCE with the field and id of a user that does not exist or, unless the user is a member already,
 * is not active.
 */
export const assertActiveUsers = (
  field: string,
  ids: readonly number[],
  candidates: ReadonlyMap<number, Candidate>,
  members: ReadonlySet<number>,
): void => {
  const missing = ids.find(
    (id) => !candidates.has(id) || (candidates.get(id)?.status !== 'Active' && !members.has(id)),
  );
  if (missing !== undefined) throw refuse('UNKNOWN_REFERENCE', { field, what: 'an active user', value: missing });
};

/** Finds the users that records of the service name. Throws UNKNOWN_REFERENCE for one that is not active. */
export const createFindActiveUsers =
  (users: UserStore): FindExisting =>
  async (call, { field }, ids) => {
    const candidates = await loadUsersById(users, call, ids);
    assertActiveUsers(field, ids, candidates, new Set());
    return new Set(candidates.keys());
  };

/** Loads users of the account by id; absent ones are left out. */
export interface UserLoading {
  readonly loadUsers: (call: StoreCall, ids: readonly number[]) => Promise<ReadonlyMap<number, Candidate>>;
}

/**
 * Checks the users if there is a new member. Existing members may be disabled, so that a client can send back the
 * members that it read; `anyway` checks them too.
 */
export const checkMembers = async (
  { loadUsers }: UserLoading,
  call: StoreCall,
  userIds: readonly number[],
  before: { readonly userIds: readonly number[] } | undefined,
  check: (candidates: ReadonlyMap<number, Candidate>, members: ReadonlySet<number>) => void,
  anyway = false,
): Promise<void> => {
  const members = new Set(before?.userIds);
  if (anyway || userIds.some((id) => !members.has(id))) check(await loadUsers(call, userIds), members);
};

/** The users with these ids, by id; absent ones are left out. */
export const loadUsersById = async (users: UserStore, call: StoreCall, ids: readonly number[]) => {
  const members = await Promise.all(ids.map((id) => users.load(call, id)));
  return new Map(members.flatMap((user) => (user ? [[user.id, user] as const] : [])));
};
