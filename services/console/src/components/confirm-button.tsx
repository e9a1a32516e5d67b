import { Text } from '@mantine/core';
import { useChange } from '../api/hooks';
import { DialogButton } from './dialog-button';
import { FormDialog } from './form-dialog';

interface Props<Out> {
  /** The label of the button: `Delete`. */
  readonly verb: string;
  /** The object of the verb, for screen readers and the title of the dialog. */
  readonly what: string;
  /** The label of the button in the dialog, if the verb alone is unclear. */
  readonly label?: string;
  /** Nothing is lost by the change: the button of the dialog is not red. */
  readonly harmless?: boolean;
  /** What happens after the confirmation. */
  readonly description: string;
  act(): PromiseLike<Out>;
  /** Subjects of the API to read again, such as `webhooks`. */
  readonly subjects: readonly string[];
  onSuccess?(result: Out): void;
}

/** A quiet button that asks for confirmation before a change that is hard to undo; only its dialog is red. */
export const ConfirmButton = <Out,>(props: Props<Out>) => (
  <DialogButton label={props.verb} name={`${props.verb} ${props.what}`} size="compact-sm" variant="default">
    {(close) => <ConfirmDialog {...props} close={close} />}
  </DialogButton>
);

/** Asks before a change that is hard to undo; for buttons of menus. */
export const ConfirmDialog = <Out,>(props: Props<Out> & { close(): void }) => {
  const { verb, what, label, harmless, description, act, subjects, onSuccess, close } = props;
  return (
    <FormDialog
      title={`${verb} ${what}?`}
      label={label ?? verb}
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
