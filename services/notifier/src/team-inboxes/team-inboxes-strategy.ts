import type { TeamInbox, TeamInboxUser } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import {
  column,
  type Columns,
  type Document,
  type Draft,
  type StoreCall,
  type Stored,
  type Strategy,
} from '@porchlight/store';
import type { UserCopies } from '../copies';

export const teamInboxColumns = {
  name: column.text,
  /** Users who see its conversations, besides owner and brokers. */
  userIds: column.listOf(column.number),
} satisfies Columns;

/** A shared inbox as stored. */
export interface TeamInboxDocument extends Document, Stored<typeof teamInboxColumns> {}

type Users = Pick<UserCopies, 'find'>;

const findUsers = async ({ find }: Users, { accountId }: StoreCall['actor'], ids: readonly number[]) => {
  const findUser = await find(ids.map((userId) => ({ accountId, userId })));
  return (userId: number) => findUser(accountId, userId);
};

/** Throws UNKNOWN_REFERENCE for a user that is missing or not active. */
const checkNewUsers = async (users: Users, call: StoreCall, ids: readonly number[]): Promise<void> => {
  const findUser = await findUsers(users, call.actor, ids);
  const missing = ids.find((id) => findUser(id)?.status !== 'Active');
  if (missing !== undefined)
    throw refuse('UNKNOWN_REFERENCE', { field: 'users', what: 'an active user', value: missing });
};

/** Rules of shared inboxes (D12.7): they store the ids of their users and show their names. */
export const createTeamInboxStrategy = (
  users: Users,
): Strategy<TeamInbox, TeamInboxDocument, (userId: number) => TeamInboxUser[]> => ({
  async prepare(call, { before, input, mask }, declared) {
    const draft: Draft<TeamInboxDocument> & { users?: unknown } = await declared();
    const { users: _sent, ...fields } = draft;
    const changes = !before || mask.has('users');
    const userIds = changes ? [...new Set(input.users.map(({ id }) => id))] : before.userIds;
    await checkNewUsers(
      users,
      call,
      userIds.filter((id) => !before?.userIds.includes(id)),
    );
    return { ...fields, userIds };
  },
  async loadRelated(documents, { actor }) {
    const findUser = await findUsers(users, actor, [...new Set(documents.flatMap(({ userIds }) => userIds))]);
    return (id) => {
      const user = findUser(id);
      if (!user) return [];
      const { name, firstName = '', lastName = '' } = user;
      return [{ id, name, firstName, lastName }];
    };
  },
  render: ({ userIds }, _call, findUser) => ({ users: userIds.flatMap(findUser) }),
});
