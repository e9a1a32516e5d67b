import { refuse } from '@porchlight/errors';
import { createAccountLock, normalizeText, type Store, type StoreCall } from '@porchlight/store';
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
  found: ReadonlyMap<number, Candidate>,
  members: ReadonlySet<number>,
): void => {
  const missing = ids.find((id) => !found.has(id) || (found.get(id)?.status !== 'Active' && !members.has(id)));
  if (missing !== undefined) throw refuse('UNKNOWN_REFERENCE', { field, what: 'an active user', value: missing });
};

/** The common fields of groups and teams. */
interface NamedDocument {
  readonly id: number;
  readonly nameKey: string;
  readonly userIds: readonly number[];
}

export interface NamedMembersRules {
  /** Users of the account by id; absent ones are left out. */
  readonly loadUsers: (call: StoreCall, ids: readonly number[]) => Promise<ReadonlyMap<number, Candidate>>;
  readonly findByNameKey: (call: StoreCall, nameKey: string) => Promise<readonly NamedDocument[]>;
}

/** Returns the normalized name. Throws DUPLICATE if another record has it. withAccountLock prevents races. */
export const assertUniqueName = async (
  { findByNameKey }: NamedMembersRules,
  call: StoreCall,
  what: string,
  name: string,
  before?: NamedDocument,
): Promise<string> => {
  const nameKey = normalizeText(name);
  if (nameKey !== before?.nameKey && (await findByNameKey(call, nameKey)).some(({ id }) => id !== before?.id))
    throw refuse('NAME_TAKEN', { what, field: 'name' });
  return nameKey;
};

/**
 * Checks the users if there is a new member. Existing members may be disabled, so that a client can send back the
 * members that it read; `anyway` checks them too.
 */
export const checkMembers = async (
  { loadUsers }: NamedMembersRules,
  call: StoreCall,
  userIds: readonly number[],
  before: NamedDocument | undefined,
  check: (found: ReadonlyMap<number, Candidate>, members: ReadonlySet<number>) => void,
  anyway = false,
): Promise<void> => {
  const members = new Set(before?.userIds);
  if (anyway || userIds.some((id) => !members.has(id))) check(await loadUsers(call, userIds), members);
};

/** The requested value of a field, or its current value if the request does not change it. */
export const pickChanged = <T, K extends keyof T & string>(
  mask: ReadonlySet<string>,
  input: { readonly [key in K]?: T[K] | undefined },
  before: T,
  key: K,
  none: T[K],
): T[K] => (mask.has(key) ? (input[key] ?? none) : before[key]);

/** Runs the wrapped methods one at a time per account, so that a name is still unique when it is written. */
export const createMethodLock = (store: Pick<Store, 'lease'>, kind: string) => {
  const lock = createAccountLock(kind, (name, ttlMs) => store.lease(name, ttlMs));
  return <Q, A, C extends StoreCall>(method: (request: Q, call: C) => Promise<A>) =>
    (request: Q, call: C): Promise<A> =>
      lock.run(call.actor.accountId, call.signal, () => method(request, call));
};

/** The users with these ids, by id; absent ones are left out. */
export const loadUsersById = async (users: UserStore, call: StoreCall, ids: readonly number[]) => {
  const found = await Promise.all(ids.map((id) => users.load(call, id)));
  return new Map(found.flatMap((user) => (user ? [[user.id, user] as const] : [])));
};
