import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ActionIcon, Checkbox, Menu } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import IconClock from '@tabler/icons-react/icons/IconClock';
import IconDots from '@tabler/icons-react/icons/IconDots';
import { useState } from 'react';
import { Link } from 'react-router';
import { useChange } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { shiftDay } from '../appointments/zoned-time';
import { useAnnounce } from '../components/announcements';
import { now } from '../components/current-time';
import { ErrorText } from '../components/error-alert';
import { useSession } from '../session/session';
import { describeDue, moveToDay } from './due-day';
import { EditTask } from './edit-task';
import styles from './task-item.module.css';
import { useToday } from './use-today';

type Task = Schemas['Task'];

/** A task does not change the person, but its next task. */
export const TASK_SUBJECTS = ['tasks', 'people'];

const SNOOZES = [
  { label: t`Tomorrow`, days: 1 },
  { label: t`In 3 days`, days: 3 },
  { label: t`In a week`, days: 7 },
] as const;

interface Props {
  readonly task: Task;
  /** Shows of which person it is. Not on the page of the person. */
  readonly withPerson?: boolean;
}

/** A task in a list: complete, snooze, edit, delete. Completing and snoozing can be undone. */
export const TaskItem = ({ task, withPerson = false }: Props) => {
  const { name, type, person, personId, AssignedTo, assignedUserId } = task;
  const { user } = useSession();
  const announce = useAnnounce();
  const [editing, setEditing] = useState(false);
  const change = useChange((next: Partial<Task>) => porchlight.tasks.update(task.id, next as object), ...TASK_SUBJECTS);
  const remove = useChange(() => porchlight.tasks.delete(task.id), ...TASK_SUBJECTS);
  const { today, zone } = useToday();
  const due = describeDue(task, new Date(now()), zone);
  const title = name ?? '';
  const isCompleted = (change.isPending ? change.variables.isCompleted : undefined) ?? task.isCompleted;
  const apply = (next: Partial<Task>, former: Partial<Task>, text: string): void =>
    change.mutate(next, {
      onSuccess: () =>
        announce({
          text,
          undo: () => porchlight.tasks.update(task.id, former as object),
          subjects: TASK_SUBJECTS,
        }),
    });
  const complete = (next: 0 | 1): void =>
    apply(
      { isCompleted: next },
      { isCompleted: next === 1 ? 0 : 1 },
      next === 1 ? t`Completed “${title}”.` : t`Reopened “${title}”.`,
    );
  const snooze = (days: number): void =>
    apply(
      moveToDay(task, shiftDay(today, days), zone),
      task.dueDateTime ? { dueDateTime: task.dueDateTime } : { dueDate: task.dueDate ?? null },
      t`Moved “${title}”.`,
    );
  return (
    <li className={styles.task}>
      <Checkbox
        radius="xl"
        aria-label={t`Complete ${title}`}
        checked={isCompleted === 1}
        // Not disabled while it waits: that would lose the focus.
        onChange={({ currentTarget }) => !change.isPending && complete(currentTarget.checked ? 1 : 0)}
      />
      <div className={styles.text}>
        <div className={task.isCompleted === 1 ? styles.completed : undefined}>{title}</div>
        <div className={styles.meta}>
          <span>{type}</span>
          {due && <span className={due.isOverdue ? styles.overdue : undefined}>{due.text}</span>}
          {withPerson && person && <Link to={`/people/${personId}`}>{person.name}</Link>}
          {AssignedTo && assignedUserId !== user.id && <span>{AssignedTo}</span>}
        </div>
        <ErrorText error={change.error ?? remove.error} />
      </div>
      {task.isCompleted !== 1 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label={t`Snooze ${title}`}>
              <IconClock size={18} stroke={1.75} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {SNOOZES.map(({ label, days }) => (
              <Menu.Item key={label} onClick={() => snooze(days)}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t`More for ${title}`}>
            <IconDots size={18} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item aria-haspopup="dialog" onClick={() => setEditing(true)}>
            <Trans>Edit task</Trans>
          </Menu.Item>
          <Menu.Item onClick={() => remove.mutate()}>
            <Trans>Delete task</Trans>
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {editing && <EditTask task={task} onClose={() => setEditing(false)} />}
    </li>
  );
};
