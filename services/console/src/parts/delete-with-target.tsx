import { Button, NativeSelect, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState, type ReactElement } from 'react';
import { useChange } from '../api/hooks';
import { FormDialog } from './form-dialog';
import { chosen } from './rules';

interface Props {
  /** Deletes the record; without a target if the user chose none. */
  remove(target: number | undefined): PromiseLike<unknown>;
  /** Singular noun for the button in the dialog: `pond`. */
  readonly noun: string;
  readonly name: string;
  readonly consequence: string;
  /** Label of the choice, such as `Assign people to`. */
  readonly label: string;
  readonly targets: readonly { readonly id: number; readonly name?: string | null }[];
  /** The choice without a target; absent if a target is required. */
  readonly without?: string;
  /** Subjects of the API to read again. */
  readonly subjects: readonly string[];
}

/** Deletes a record after asking what its contents move to (decisions section 11, deletions with a target). */
export const DeleteWithTarget = (props: Props): ReactElement => {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        size="compact-sm"
        variant="outline"
        color="red"
        aria-label={`Delete ${props.name}`}
        onClick={() => setOpened(true)}
      >
        Delete
      </Button>
      {opened && <DeleteDialog {...props} close={() => setOpened(false)} />}
    </>
  );
};

const DeleteDialog = (props: Props & { close(): void }): ReactElement => {
  const { remove, noun, name, consequence, label, targets, without, subjects, close } = props;
  const change = useChange(
    ({ target }: { target: string }) => remove(target === '' ? undefined : Number(target)),
    ...subjects,
  );
  const form = useForm({
    initialValues: { target: '' },
    validate: without === undefined ? { target: chosen } : {},
  });
  const data = [
    { value: '', label: without ?? 'Choose one' },
    ...targets.map((target) => ({ value: String(target.id), label: target.name ?? '' })),
  ];
  return (
    <FormDialog title={`Delete ${name}?`} verb={`Delete ${noun}`} form={form} change={change} onClose={close}>
      <Text>{consequence}</Text>
      <NativeSelect label={label} data={data} required={without === undefined} {...form.getInputProps('target')} />
    </FormDialog>
  );
};
