import type { Schemas } from '@porchlight/sdk';
import { useCollection } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { DataTable } from '../components/data-table';
import { ButtonRow } from '../components/button-row';
import { DeleteWithTarget } from '../components/delete-with-target';
import { CreateMembers, EditMembers, type MembersKind } from './edit-members';

/** Maximum number of teams, ponds and users that a choice offers. */
const ALL = 100;

const NAMES_ONLY = { limit: ALL, sort: 'name' as const, fields: ['id', 'name'] };
const WITH_USERS = { ...NAMES_ONLY, fields: ['id', 'name', 'userIds'] };

const TEAM: MembersKind<Schemas['Team']> = { noun: 'team', api: porchlight.teams, subjects: ['teams', 'users'] };
const POND: MembersKind<Schemas['Pond']> = { noun: 'pond', api: porchlight.ponds, subjects: ['ponds'] };

type User = { readonly id: number; readonly name?: string | null };

/** Formats the names of users, as far as they are loaded. */
const formatUsers = (ids: readonly number[] = [], users: readonly User[]): string =>
  users
    .filter(({ id }) => ids.includes(id))
    .map(({ name }) => name)
    .join(', ');

/** The teams: create, edit, and delete with a team that takes the members. */
export const Teams = () => {
  const teams = useCollection(['teams'], porchlight.teams.list, WITH_USERS);
  const users = useCollection(['users'], porchlight.users.list, NAMES_ONLY);
  return (
    <>
      <DataTable
        caption="Teams"
        list={teams}
        empty="No teams."
        columns={[
          { title: 'Team', show: ({ name }) => name },
          { title: 'Users', show: ({ userIds }) => formatUsers(userIds, users.rows) },
        ]}
        actions={(team) => (
          <ButtonRow>
            <EditMembers kind={TEAM} record={team} users={users.rows} />
            <DeleteWithTarget
              remove={(moveToTeamId) => porchlight.teams.delete(team.id, undefined, { moveToTeamId })}
              noun={TEAM.noun}
              name={team.name ?? ''}
              description="The team is deleted. Its users stay."
              label="Move users to"
              targets={teams.rows.filter((other) => other.id !== team.id)}
              without="No team"
              subjects={TEAM.subjects}
            />
          </ButtonRow>
        )}
      />
      <CreateMembers kind={TEAM} users={users.rows} />
    </>
  );
};

/** The ponds: create, edit, and delete with a user who gets the people. */
export const Ponds = () => {
  const ponds = useCollection(['ponds'], porchlight.ponds.list, WITH_USERS);
  const users = useCollection(['users'], porchlight.users.list, NAMES_ONLY);
  return (
    <>
      <DataTable
        caption="Ponds"
        list={ponds}
        empty="No ponds."
        columns={[
          { title: 'Pond', show: ({ name }) => name },
          { title: 'Users', show: ({ userIds }) => formatUsers(userIds, users.rows) },
        ]}
        actions={(pond) => (
          <ButtonRow>
            <EditMembers kind={POND} record={pond} users={users.rows} />
            <DeleteWithTarget
              remove={(assignTo) => porchlight.ponds.delete(pond.id, undefined, { assignTo })}
              noun={POND.noun}
              name={pond.name ?? ''}
              description="The pond is deleted. Its people stay."
              label="Assign people to"
              targets={users.rows}
              without="No user"
              subjects={[...POND.subjects, 'people']}
            />
          </ButtonRow>
        )}
      />
      <CreateMembers kind={POND} users={users.rows} />
    </>
  );
};
