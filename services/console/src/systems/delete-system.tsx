import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Checkbox, Text } from '@mantine/core';
import { useChange } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { DialogButton } from '../components/dialog-button';
import { FormDialog } from '../components/form-dialog';

interface Props {
  readonly id: number;
  readonly name: string;
}

/** A quiet button that deletes a system, and on request what belongs to it (D13.9). */
export const DeleteSystem = (props: Props) => (
  <DialogButton label={t`Delete`} name={t`Delete ${props.name}`} size="compact-sm" variant="default">
    {(close) => <DeleteDialog {...props} close={close} />}
  </DialogButton>
);

const DeleteDialog = ({ id, name, close }: Props & { close(): void }) => {
  const change = useChange(
    ({ force }: { force: boolean }) => porchlight.systems.delete(id, force ? { force: true } : undefined),
    ...['systems', 'webhooks', 'oauthApps', 'publishedInboxApps'],
  );
  return (
    <FormDialog
      title={t`Delete ${name}?`}
      label={t`Delete system`}
      color="red"
      initialValues={{ force: false }}
      change={change}
      onClose={close}
    >
      {(form) => (
        <>
          <Text>
            <Trans>Requests with the name and key of this system are rejected. This cannot be undone.</Trans>
          </Text>
          <Checkbox
            label={t`Also delete its webhooks, OAuth apps, published apps and addresses for leads`}
            {...form.getInputProps('force', { type: 'checkbox' })}
          />
        </>
      )}
    </FormDialog>
  );
};
