import { useCollection } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { DataTable } from '../components/data-table';
import { DeleteWithTarget } from '../components/delete-with-target';

/** Maximum number of teams, ponds and users that a choice offers. */
const ALL = 100;

const NAMES_ONLY = { limit: ALL, sort: 'name' as const, fields: ['id', 'name'] };

/** The teams; deletes a team and moves its members to another team. */
export const Teams = () => {
  const teams = useCollection(['teams'], porchlight.teams.list, NAMES_ONLY);
  return (
    <DataTable
      caption="Teams"
      list={teams}
      empty="No teams."
      columns={[{ title: 'Team', show: ({ name }) => name }]}
      actions={({ id, name }) => (
        <DeleteWithTarget
          remove={(moveToTeamId) => porchlight.teams.delete(id, undefined, { moveToTeamId })}
          noun="team"
          name={name ?? ''}
          description="The team is deleted. Its users stay."
          label="Move users to"
          targets={teams.rows.filter((other) => other.id !== id)}
          without="No team"
          subjects={['teams', 'users']}
        />
      )}
    />
  );
};

/** The ponds; deletes a pond and assigns its people to a user. */
export const Ponds = () => {
  const ponds = useCollection(['ponds'], porchlight.ponds.list, NAMES_ONLY);
  const users = useCollection(['users'], porchlight.users.list, NAMES_ONLY);
  return (
    <DataTable
      caption="Ponds"
      list={ponds}
      empty="No ponds."
      columns={[{ title: 'Pond', show: ({ name }) => name }]}
      actions={({ id, name }) => (
        <DeleteWithTarget
          remove={(assignTo) => porchlight.ponds.delete(id, undefined, { assignTo })}
          noun="pond"
          name={name ?? ''}
          description="The pond is deleted. Its people stay."
          label="Assign people to"
          targets={users.rows}
          without="No user"
          subjects={['ponds', 'people']}
        />
      )}
    />
  );
};
