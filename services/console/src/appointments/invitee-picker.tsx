import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { NativeSelect, Pill, Text } from '@mantine/core';
import { PersonPicker } from '../components/person-picker';
import { useUsers } from '../users/use-users';
import type { Invitee } from './appointment-values';
import styles from './appointments.module.css';

interface Props {
  readonly invitees: readonly Invitee[];
  setInvitees(invitees: readonly Invitee[]): void;
}

const keyOf = ({ userId, personId, relationshipId, email }: Invitee): string =>
  [userId, personId, relationshipId, email].join('/');
const nameOf = ({ name, email }: Invitee): string => name || email || t`Somebody`;

/** The invitees: users and people are added and removed. Relationships and addresses of other programs stay. */
export const InviteePicker = ({ invitees, setInvitees }: Props) => {
  const { users } = useUsers();
  const invited = new Set(invitees.map(({ userId }) => userId));
  const add = (invitee: Invitee): void => {
    if (!invitees.some((one) => keyOf(one) === keyOf(invitee))) setInvitees([...invitees, invitee]);
  };
  return (
    <div role="group" aria-label={t`Invited`}>
      <Text size="sm" fw={500}>
        <Trans>Invited</Trans>
      </Text>
      <ul className={styles.invitees}>
        {invitees.map((invitee) => (
          <li key={keyOf(invitee)}>
            <Pill
              withRemoveButton
              removeButtonProps={{ 'aria-label': t`Remove ${nameOf(invitee)}`, 'aria-hidden': false, tabIndex: 0 }}
              onRemove={() => setInvitees(invitees.filter((one) => one !== invitee))}
            >
              {nameOf(invitee)}
            </Pill>
          </li>
        ))}
      </ul>
      <div className={styles.pickers}>
        <PersonPicker
          key={invitees.length}
          label={t`Add person`}
          onChange={(id, name) => id !== '' && add({ personId: Number(id), name })}
        />
        <NativeSelect
          label={t`Add user`}
          value=""
          data={[
            { value: '', label: t`Choose` },
            ...users.filter(({ id }) => !invited.has(id)).map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={({ currentTarget: { value } }) => {
            const user = users.find(({ id }) => String(id) === value);
            if (user) add({ userId: user.id, name: user.name });
          }}
        />
      </div>
    </div>
  );
};
