import { Checkbox, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useChange } from '../api/hooks';
import { useSave, type RecordApi } from '../api/use-save';
import { DialogButton } from '../components/dialog-button';
import { FormDialog } from '../components/form-dialog';
import { required } from '../components/validators';

/** A team or a pond: a name and the users in it. */
export interface Members {
  readonly id: number;
  readonly name?: string | null;
  readonly userIds?: number[];
}

/** The fields of the form that the API receives. */
type Body = { name: string; userIds: number[] };
type Values = { readonly name: string; readonly users: string[] };
type User = { readonly id: number; readonly name?: string | null };

/** What differs between teams and ponds. */
export interface MembersKind<R extends Members> {
  /** Singular noun: `team`. */
  readonly noun: string;
  readonly api: RecordApi<R, Body> & { create(body: Body): PromiseLike<R> };
  /** Subjects of the API to read again. */
  readonly subjects: readonly string[];
}

const toValues = ({ name, userIds = [] }: Members): Values => ({ name: name ?? '', users: userIds.map(String) });
const toBody = ({ name, users }: Values): Body => ({ name: name.trim(), userIds: users.map(Number) });
const LABELS = { name: 'Name', userIds: 'Users' };

interface FieldsProps {
  readonly form: UseFormReturnType<Values>;
  readonly users: readonly User[];
}

const Fields = ({ form, users }: FieldsProps) => (
  <>
    <TextInput label={LABELS.name} required data-autofocus {...form.getInputProps('name')} />
    <Checkbox.Group label={LABELS.userIds} {...form.getInputProps('users')}>
      <Stack gap="xs" mt="xs">
        {users.map(({ id, name }) => (
          <Checkbox key={id} value={String(id)} label={name} />
        ))}
      </Stack>
    </Checkbox.Group>
  </>
);

interface Props<R extends Members> {
  readonly kind: MembersKind<R>;
  readonly users: readonly User[];
}

/** A button that creates a team or a pond with its users. */
export const CreateMembers = <R extends Members>(props: Props<R>) => (
  <div>
    <DialogButton label={`Create ${props.kind.noun}`} variant="default">
      {(close) => <CreateDialog {...props} close={close} />}
    </DialogButton>
  </div>
);

const CreateDialog = <R extends Members>({ kind, users, close }: Props<R> & { close(): void }) => (
  <FormDialog
    title={`Create ${kind.noun}`}
    initialValues={{ name: '', users: [] } as Values}
    validate={{ name: required('a name') }}
    change={useChange((values: Values) => kind.api.create(toBody(values)), ...kind.subjects)}
    onClose={close}
  >
    {(form) => <Fields form={form} users={users} />}
  </FormDialog>
);

/** A button that renames a team or a pond and chooses its users. */
export const EditMembers = <R extends Members>(props: Props<R> & { readonly record: R }) => (
  <DialogButton label="Edit" name={`Edit ${props.record.name}`} size="compact-sm" variant="default">
    {(close) => <EditDialog {...props} close={close} />}
  </DialogButton>
);

const EditDialog = <R extends Members>({
  kind,
  users,
  record,
  close,
}: Props<R> & { readonly record: R; close(): void }) => {
  const { api, subjects } = kind;
  const save = useSave({ record, api, labels: LABELS, toBody, toValues, subjects });
  return (
    <FormDialog
      title={`Edit ${record.name}`}
      label="Save changes"
      initialValues={toValues(record)}
      validate={{ name: required('a name') }}
      change={save}
      onClose={close}
    >
      {(form) => <Fields form={form} users={users} />}
    </FormDialog>
  );
};
