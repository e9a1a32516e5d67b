import { plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { useChange } from '../api/hooks';
import { FormDialog } from '../components/form-dialog';

interface Props {
  readonly count: number;
  remove(): void;
  onClose(): void;
}

/** Asks before several people are deleted. */
export const DeletePeopleDialog = ({ count, remove, onClose }: Props) => (
  <FormDialog
    title={plural(count, { one: 'Delete # person?', other: 'Delete # people?' })}
    label={plural(count, { one: 'Delete # person', other: 'Delete # people' })}
    color="red"
    initialValues={{}}
    change={useChange<Record<string, unknown>, undefined>(() => Promise.resolve(undefined))}
    onClose={onClose}
    onSuccess={remove}
  >
    {() => (
      <Text>
        <Trans>They are moved to the trash, and their open plans stop.</Trans>
      </Text>
    )}
  </FormDialog>
);
