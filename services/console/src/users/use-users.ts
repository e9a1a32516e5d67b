import { useCollection } from '../api/hooks';
import { porchlight } from '../api/porchlight';

/** Maximum number of users that a choice offers. */
const MAX_USERS = 100;

/** A user that a record can be assigned to. */
interface UserName {
  readonly id: number;
  readonly name: string;
}

/** The users of the account by name, for choices. */
export const useUsers = (): {
  readonly users: readonly UserName[];
  readonly options: readonly { readonly value: string; readonly label: string }[];
} => {
  const { rows } = useCollection(['users'], porchlight.users.list, {
    limit: MAX_USERS,
    sort: 'name',
    fields: ['id', 'name', 'role'],
  });
  const users = rows.map(({ id, name }) => ({ id, name: name ?? '' }));
  return { users, options: users.map(({ id, name }) => ({ value: String(id), label: name })) };
};
