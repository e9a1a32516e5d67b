import { t } from '@lingui/core/macro';
import { Group, NativeSelect, TextInput } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { TASK_TYPES } from '../api/generated-names';
import { useUsers } from '../users/use-users';

type Task = Schemas['Task'];

/** The values of the form of a task. */
export type TaskValues = {
  name: string;
  type: string;
  dueDate: string;
  /** Id of a user; empty without one. */
  assignedUserId: string;
};

/** The labels of the fields, by their names in the API. */
export const TASK_LABELS = { name: t`Task`, type: t`Type`, dueDate: t`Due`, assignedUserId: t`Assigned to` };

/** The fields of a new task for a user. */
export const emptyTask = (userId: number): TaskValues => ({
  name: '',
  type: TASK_TYPES[0],
  dueDate: '',
  assignedUserId: String(userId),
});

export const toTaskValues = ({ name, type, dueDate, assignedUserId }: Task): TaskValues => ({
  name: name ?? '',
  type: type ?? TASK_TYPES[0],
  dueDate: dueDate ?? '',
  assignedUserId: assignedUserId ? String(assignedUserId) : '',
});

export const toTaskBody = ({ name, type, dueDate, assignedUserId }: TaskValues) => ({
  name: name.trim(),
  type: type as Schemas['NewTask']['type'],
  dueDate: dueDate || null,
  assignedUserId: assignedUserId === '' ? null : Number(assignedUserId),
});

/** A form that has the fields of a task, among others. */
interface TaskForm {
  getInputProps(name: keyof TaskValues): object;
}

/** The fields of a task, in a dialog or on the page of a person. */
export const TaskFields = ({ form }: { readonly form: TaskForm }) => {
  const users = useUsers();
  return (
    <>
      <TextInput label={TASK_LABELS.name} data-autofocus {...form.getInputProps('name')} />
      <Group grow>
        <NativeSelect label={TASK_LABELS.type} data={[...TASK_TYPES]} {...form.getInputProps('type')} />
        <TextInput label={TASK_LABELS.dueDate} type="date" {...form.getInputProps('dueDate')} />
      </Group>
      <NativeSelect
        label={TASK_LABELS.assignedUserId}
        data={[{ value: '', label: t`Nobody` }, ...users.options]}
        {...form.getInputProps('assignedUserId')}
      />
    </>
  );
};
