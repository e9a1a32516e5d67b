import { Text } from '@mantine/core';
import { useChange } from '../api/hooks';
import { DialogButton } from './dialog-button';
import { FormDialog } from './form-dialog';

interface DialogProps<Out> {
  /** The question: `Delete Downtown?`. */
  readonly title: string;
  /** The label of the button in the dialog. */
  readonly confirm: string;
  /** Nothing is lost by the change: the button of the dialog is not red. */
  readonly harmless?: boolean;
  /** What happens after the confirmation. */
  readonly description: string;
  act(): PromiseLike<Out>;
  /** Subjects of the API to read again, such as `webhooks`. */
  readonly subjects: readonly string[];
  onSuccess?(result: Out): void;
}

interface ButtonProps<Out> extends Omit<DialogProps<Out>, 'confirm'> {
  /** The label of the button: `Delete`. */
  readonly label: string;
  /** The label for screen readers: `Delete Downtown`. */
  readonly name: string;
  /** The label of the button in the dialog, if that of the button is unclear there. */
  readonly confirm?: string;
}

/** A quiet button that asks for confirmation before a change that is hard to undo; only its dialog is red. */
export const ConfirmButton = <Out,>({ label, name, confirm = label, ...dialog }: ButtonProps<Out>) => (
  <DialogButton label={label} name={name} size="compact-sm" variant="default">
    {(close) => <ConfirmDialog {...dialog} confirm={confirm} close={close} />}
  </DialogButton>
);

/** Asks before a change that is hard to undo; for buttons of menus. */
export const ConfirmDialog = <Out,>(props: DialogProps<Out> & { close(): void }) => {
  const { title, confirm, harmless, description, act, subjects, onSuccess, close } = props;
  return (
    <FormDialog
      title={title}
      label={confirm}
      color={harmless ? undefined : 'red'}
      closeOnClickOutside
      initialValues={{}}
      change={useChange<Record<string, unknown>, Out>(act, ...subjects)}
      onClose={close}
      onSuccess={onSuccess}
    >
      {() => <Text>{description}</Text>}
    </FormDialog>
  );
};
