import { t } from '@lingui/core/macro';
import type { Schemas } from '@porchlight/sdk';
import type { Collection } from '../api/hooks';
import { ListStates } from '../components/list-states';
import { TaskItem } from './task-item';
import styles from './task-item.module.css';

interface Props {
  readonly list: Collection<Schemas['Task']>;
  readonly empty: string;
  readonly withPerson?: boolean;
}

/** Tasks in all states of a list. */
export const TaskList = ({ list, empty, withPerson }: Props) => (
  <ListStates what={t`tasks`} list={list} empty={empty}>
    <ul className={styles.list}>
      {list.rows.map((task) => (
        <TaskItem key={task.id} task={task} withPerson={withPerson} />
      ))}
    </ul>
  </ListStates>
);
