import { refuse } from '@porchlight/errors';
import { createAccountLock, normalizeText, type ResourceHandlers, type Store, type StoreCall } from '@porchlight/store';
import type { UserDocument, UserStore } from './user-document';

/** What a group asks of a user. */
export interface Candidate {
  readonly id: number;
  readonly role: string;
  readonly status: string;
}

/** Ids in their order, each once. */
export const distinct = (ids: readonly number[]): number[] => [...new Set(ids)];

/**
 * Refuses users who are not there or, unless they are members already, not active: UNKNOWN_REFERENCE naming the field
 * and the id.
 */
export const demandActive = (
  field: string,
  ids: readonly number[],
  found: ReadonlyMap<number, Candidate>,
  members: ReadonlySet<number>,
): void => {
  const missing = ids.find((id) => !found.has(id) || (found.get(id)?.status !== 'Active' && !members.has(id)));
  if (missing !== undefined) throw refuse('UNKNOWN_REFERENCE', { field, what: 'an active user', value: missing });
};

/** What groups and teams have in common: a name and members. */
interface NamedDocument {
  readonly id: number;
  readonly nameKey: string;
  readonly userIds: readonly number[];
}

export interface NamedMembersRules {
  /** Users of the account by id; absent ones are left out. */
  readonly usersOf: (call: StoreCall, ids: readonly number[]) => Promise<ReadonlyMap<number, Candidate>>;
  readonly withNameKey: (call: StoreCall, nameKey: string) => Promise<readonly NamedDocument[]>;
}

/**
 * The name as it is compared; DUPLICATE when another one has it. Names stay unique, for they are written one at a time
 * per account (app.ts).
 */
export const assertUniqueName = async (
  { withNameKey }: NamedMembersRules,
  call: StoreCall,
  what: string,
  name: string,
  before?: NamedDocument,
): Promise<string> => {
  const nameKey = normalizeText(name);
  if (nameKey !== before?.nameKey && (await withNameKey(call, nameKey)).some(({ id }) => id !== before?.id))
    throw refuse('DUPLICATE', { what, field: 'name' });
  return nameKey;
};

/**
 * Checks the users if there is a new member: existing members may be disabled, so that a client can send back what it
 * read. `anyway` checks existing members too.
 */
export const checkMembers = async (
  { usersOf }: NamedMembersRules,
  call: StoreCall,
  userIds: readonly number[],
  before: NamedDocument | undefined,
  check: (found: ReadonlyMap<number, Candidate>, members: ReadonlySet<number>) => void,
  anyway = false,
): Promise<void> => {
  const members = new Set(before?.userIds);
  if (anyway || userIds.some((id) => !members.has(id))) check(await usersOf(call, userIds), members);
};

/** The field as the call has it, or else as it was. */
export const chosen = <T, K extends keyof T & string>(
  mask: ReadonlySet<string>,
  input: { readonly [key in K]?: T[K] | undefined },
  before: T,
  key: K,
  none: T[K],
): T[K] => (mask.has(key) ? (input[key] ?? none) : before[key]);

/**
 * Handlers that run one at a time per account, so that names that were unique when a strategy checked them still are
 * when they are written.
 */
export const withAccountLock = (
  store: Pick<Store, 'lease'>,
  kind: string,
  handlers: ResourceHandlers,
  ...locked: readonly string[]
): ResourceHandlers => {
  const lock = createAccountLock(kind, (name, ttlMs) => store.lease(name, ttlMs));
  const wrap =
    (name: string): ResourceHandlers[string] =>
    (request, call) =>
      lock.run(call.actor.accountId, call.signal, () => handlers[name]!(request, call));
  return { ...handlers, ...Object.fromEntries(locked.map((name) => [name, wrap(name)])) };
};

/** The users with these ids, by id; absent ones are left out. */
export const loadUsers = async (
  users: UserStore,
  call: StoreCall,
  ids: readonly number[],
): Promise<ReadonlyMap<number, UserDocument>> => {
  const found = await Promise.all(ids.map((id) => users.load(call, id)));
  return new Map(found.flatMap((user) => (user ? [[user.id, user] as const] : [])));
};
