import type { ReactElement } from 'react';
import { useCollection } from '../api/hooks';
import type { Named } from '../api/records';
import { DataTable } from '../parts/data-table';
import { DeleteWithTarget } from '../parts/delete-with-target';

/** Maximum number of teams, ponds and users that a choice offers. */
const ALL = 100;

const useNamed = (path: string, collection: string) =>
  useCollection<Named>(path, collection, { limit: ALL, sort: 'name', fields: 'id,name' });

/** The teams; deletes a team and moves its members to another team. */
export const Teams = (): ReactElement => {
  const teams = useNamed('/v1/teams', 'teams');
  return (
    <DataTable
      caption="Teams"
      of={teams}
      rowKey={({ id }) => id}
      empty="No teams."
      columns={[
        { title: 'Team', show: ({ name }) => name },
        {
          title: 'Actions',
          plain: true,
          show: ({ id, name }) => (
            <DeleteWithTarget
              path={`/v1/teams/${id}`}
              noun="team"
              name={name}
              consequence="The team is deleted. Its users stay."
              parameter="moveToTeamId"
              label="Move users to"
              targets={teams.rows.filter((other) => other.id !== id)}
              without="No team"
              subjects={['teams', 'users']}
            />
          ),
        },
      ]}
    />
  );
};

/** The ponds; deletes a pond and assigns its people to a user. */
export const Ponds = (): ReactElement => {
  const ponds = useNamed('/v1/ponds', 'ponds');
  const users = useNamed('/v1/users', 'users');
  return (
    <DataTable
      caption="Ponds"
      of={ponds}
      rowKey={({ id }) => id}
      empty="No ponds."
      columns={[
        { title: 'Pond', show: ({ name }) => name },
        {
          title: 'Actions',
          plain: true,
          show: ({ id, name }) => (
            <DeleteWithTarget
              path={`/v1/ponds/${id}`}
              noun="pond"
              name={name}
              consequence="The pond is deleted. Its people stay."
              parameter="assignTo"
              label="Assign people to"
              targets={users.rows}
              without="No user"
              subjects={['ponds', 'people']}
            />
          ),
        },
      ]}
    />
  );
};
