import { refuse } from '@porchlight/errors';
import { normalizeText, type StoreCall } from '@porchlight/store';
import type { Candidate } from './group-members';

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
