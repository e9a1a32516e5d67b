import { Text } from '@mantine/core';
import { useChange } from '../api/hooks';
import { FormDialog } from '../components/form-dialog';

interface Props {
  /** `3 people`. */
  readonly what: string;
  remove(): void;
  onClose(): void;
}

/** Asks before several people are deleted. */
export const DeletePeopleDialog = ({ what, remove, onClose }: Props) => (
  <FormDialog
    title={`Delete ${what}?`}
    label={`Delete ${what}`}
    color="red"
    initialValues={{}}
    change={useChange<Record<string, unknown>, undefined>(() => Promise.resolve(undefined))}
    onClose={onClose}
    onSuccess={remove}
  >
    {() => <Text>They are moved to the trash, and their open plans stop.</Text>}
  </FormDialog>
);
