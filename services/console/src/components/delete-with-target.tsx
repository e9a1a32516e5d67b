import { NativeSelect, Text } from '@mantine/core';
import { useChange } from '../api/hooks';
import { DialogButton } from './dialog-button';
import { FormDialog } from './form-dialog';
import { requiredChoice } from './validators';

interface Props {
  /** Deletes the record. The target is undefined if the user chose none. */
  remove(target: number | undefined): PromiseLike<unknown>;
  /** Singular noun for the button in the dialog: `pond`. */
  readonly noun: string;
  readonly name: string;
  /** What happens when the record is deleted. */
  readonly description: string;
  /** Label of the choice, such as `Assign people to`. */
  readonly label: string;
  readonly targets: readonly { readonly id: number; readonly name?: string | null }[];
  /** The choice without a target; absent if a target is required. */
  readonly without?: string;
  /** Subjects of the API to read again. */
  readonly subjects: readonly string[];
}

/** A button that deletes a record after asking where its contents move to (decisions section 11). */
export const DeleteWithTarget = (props: Props) => (
  <DialogButton label="Delete" name={`Delete ${props.name}`} size="compact-sm" variant="outline" color="red">
    {(close) => <DeleteDialog {...props} close={close} />}
  </DialogButton>
);

const DeleteDialog = (props: Props & { close(): void }) => {
  const { remove, noun, name, description, label, targets, without, subjects, close } = props;
  const change = useChange(
    ({ target }: { target: string }) => remove(target === '' ? undefined : Number(target)),
    ...subjects,
  );
  const data = [
    { value: '', label: without ?? 'Choose one' },
    ...targets.map((target) => ({ value: String(target.id), label: target.name ?? '' })),
  ];
  return (
    <FormDialog
      title={`Delete ${name}?`}
      label={`Delete ${noun}`}
      color="red"
      initialValues={{ target: '' }}
      validate={without === undefined ? { target: requiredChoice } : {}}
      change={change}
      onClose={close}
    >
      {(form) => (
        <>
          <Text>{description}</Text>
          <NativeSelect label={label} data={data} required={without === undefined} {...form.getInputProps('target')} />
        </>
      )}
    </FormDialog>
  );
};
