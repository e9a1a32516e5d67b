import { Button, NativeSelect, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState, type ReactElement } from 'react';
import { remove, withQuery } from '../api/client';
import { useChange } from '../api/hooks';
import type { Named } from '../api/records';
import { FormDialog } from './form-dialog';
import { chosen } from './rules';

interface Props {
  /** The record, such as `/v1/ponds/3`. */
  readonly path: string;
  /** Singular noun for the button in the dialog: `pond`. */
  readonly noun: string;
  readonly name: string;
  readonly consequence: string;
  /** The query parameter of the target: `assignTo`. */
  readonly parameter: string;
  /** Label of the choice, such as `Assign people to`. */
  readonly label: string;
  readonly targets: readonly Named[];
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
  const { path, noun, name, consequence, parameter, label, targets, without, subjects, close } = props;
  const change = useChange(
    ({ target }: { target: string }) => remove(withQuery(path, { [parameter]: target })),
    ...subjects,
  );
  const form = useForm({
    initialValues: { target: '' },
    validate: without === undefined ? { target: chosen } : {},
  });
  const data = [
    { value: '', label: without ?? 'Choose one' },
    ...targets.map((target) => ({ value: String(target.id), label: target.name })),
  ];
  return (
    <FormDialog title={`Delete ${name}?`} verb={`Delete ${noun}`} form={form} change={change} onClose={close}>
      <Text>{consequence}</Text>
      <NativeSelect label={label} data={data} required={without === undefined} {...form.getInputProps('target')} />
    </FormDialog>
  );
};
