import { t } from '@lingui/core/macro';
import type { Schemas } from '@porchlight/sdk';
import { useCollection } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { useAnnounce } from '../components/announcements';
import { PillMenu } from '../components/pill-menu';
import { useAssignees } from '../users/use-users';
import { usePersonEdit } from './person-edit';

type Person = Schemas['Person'];

const MAX_PONDS = 100;

const toValue = ({ assignedUserId, assignedPondId }: Person): string =>
  assignedUserId ? `user/${assignedUserId}` : assignedPondId ? `pond/${assignedPondId}` : '';

const toChange = (value: string): Schemas['PersonChange'] => {
  const [kind, id] = value.split('/');
  return kind === 'pond' ? { assignedPondId: Number(id) } : { assignedUserId: Number(id) };
};

/** The user, or the pond of users, whom a person is assigned to. */
export const AssigneePill = ({ person }: { readonly person: Person }) => {
  const { users } = useAssignees();
  const ponds = useCollection(['ponds'], porchlight.ponds.list, { limit: MAX_PONDS, fields: ['id', 'name'] });
  const { edit } = usePersonEdit();
  const announce = useAnnounce();
  const choices = [
    ...users.map(({ id, name }) => ({ value: `user/${id}`, label: name })),
    ...ponds.rows.map(({ id, name }) => ({ value: `pond/${id}`, label: t`${name ?? ''} (pond)` })),
  ];
  const value = toValue(person);
  const choose = (next: string): void =>
    edit(toChange(next), person, () =>
      announce({
        text: t`Assigned to ${choices.find((choice) => choice.value === next)?.label ?? ''}.`,
        undo: value === '' ? undefined : () => porchlight.people.update(person.id, toChange(value)),
        subjects: ['people'],
      }),
    );
  return (
    <PillMenu
      label={t`Assigned to`}
      text={person.assignedTo ?? choices.find((choice) => choice.value === value)?.label ?? t`Nobody`}
      value={value}
      choices={choices}
      choose={choose}
    />
  );
};
