import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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
    title={t`Delete ${what}?`}
    label={t`Delete ${what}`}
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
