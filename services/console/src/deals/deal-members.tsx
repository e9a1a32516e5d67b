import { t } from '@lingui/core/macro';
import { Pill } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { Link } from 'react-router';
import { Card } from '../components/card';
import { PersonPicker } from '../components/person-picker';
import { PillMenu } from '../components/pill-menu';
import { useUsers } from '../users/use-users';
import styles from './deal-page.module.css';

interface Props {
  readonly deal: Schemas['Deal'];
  save(change: Schemas['DealChange']): void;
}

type Member = { readonly id?: number; readonly name?: string };

const idsOf = (members: readonly Member[] | undefined): number[] => (members ?? []).flatMap(({ id }) => id ?? []);
const without = (ids: readonly number[], id: number | undefined): number[] => ids.filter((one) => one !== id);

/** The people and users of a deal: add and remove. */
export const DealMembers = ({ deal, save }: Props) => {
  const { users } = useUsers();
  const peopleIds = idsOf(deal.people);
  const userIds = idsOf(deal.users);
  return (
    <Card title={t`People and users`}>
      <ul className={styles.members} aria-label={t`People`}>
        {deal.people?.map(({ id, name }) => (
          <li key={id}>
            <RemovablePill name={name} remove={() => save({ peopleIds: without(peopleIds, id) })}>
              <Link to={`/people/${id}`}>{name}</Link>
            </RemovablePill>
          </li>
        ))}
      </ul>
      <PersonPicker
        key={peopleIds.length}
        label={t`Add person`}
        onChange={(id) => id !== '' && save({ peopleIds: [...peopleIds, Number(id)] })}
      />
      <ul className={styles.members} aria-label={t`Users`}>
        {deal.users?.map(({ id, name }) => (
          <li key={id}>
            <RemovablePill name={name} remove={() => save({ userIds: without(userIds, id) })}>
              {name}
            </RemovablePill>
          </li>
        ))}
      </ul>
      <PillMenu
        label={t`Users`}
        text={t`Add user`}
        value={undefined}
        choices={users
          .filter(({ id }) => !userIds.includes(id))
          .map(({ id, name }) => ({ value: String(id), label: name }))}
        choose={(id) => save({ userIds: [...userIds, Number(id)] })}
      />
    </Card>
  );
};

interface RemovableProps {
  readonly name: string | undefined;
  remove(): void;
  readonly children: React.ReactNode;
}

const RemovablePill = ({ name, remove, children }: RemovableProps) => (
  <Pill
    withRemoveButton
    removeButtonProps={{ 'aria-label': t`Remove ${name ?? ''}`, 'aria-hidden': false, tabIndex: 0 }}
    onRemove={remove}
  >
    {children}
  </Pill>
);
