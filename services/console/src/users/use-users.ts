import { useCollection } from '../api/hooks';
import { porchlight } from '../api/porchlight';

/** Maximum number of users that a choice offers. */
const MAX_USERS = 100;

/** A user by name. */
interface UserName {
  readonly id: number;
  readonly name: string;
}

interface UserChoices {
  readonly users: readonly UserName[];
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

interface ChosenUser {
  readonly id: number;
  readonly role?: string | null;
  readonly status?: string | null;
}

/** Whether people can be assigned to a user. The API refuses lenders, which a person has besides an agent. */
export const isAssignee = ({ role, status }: Omit<ChosenUser, 'id'>): boolean =>
  role !== 'Lender' && status !== 'Disabled';

const useUsersWho = (fit: (user: ChosenUser) => boolean): UserChoices => {
  const { rows } = useCollection(['users'], porchlight.users.list, {
    limit: MAX_USERS,
    sort: 'name',
    fields: ['id', 'name', 'role', 'status'],
  });
  const users = rows.filter(fit).map(({ id, name }) => ({ id, name: name ?? '' }));
  return { users, options: users.map(({ id, name }) => ({ value: String(id), label: name })) };
};

/** The users of the account by name, for choices. */
export const useUsers = (): UserChoices => useUsersWho(() => true);

/** The users whom people can be assigned to. */
export const useAssignees = (): UserChoices => useUsersWho(isAssignee);

/** The lenders whom people can be assigned to, and the present one. */
export const useLenders = (presentId: number | null | undefined): UserChoices =>
  useUsersWho(({ id, role, status }) => id === presentId || (role === 'Lender' && status !== 'Disabled'));
