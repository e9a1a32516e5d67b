import { Button, Checkbox, Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useState, type ReactElement } from 'react';
import { post, put } from '../api/client';
import { useChange, useCollection } from '../api/hooks';
import type { PublishedInboxApp } from '../api/records';
import { DataTable } from '../parts/data-table';
import { DeleteButton } from '../parts/delete-button';
import { FormDialog } from '../parts/form-dialog';
import { PageFrame } from '../parts/page-frame';
import { httpsAddress, needed } from '../parts/rules';
import { SecretDialog } from '../parts/secret-dialog';

const PATH = '/v1/publishedInboxApps';

/** Published inbox apps: what this account offers to every account (decisions section 9). */
export default function PublishedAppsPage(): ReactElement {
  const apps = useCollection<PublishedInboxApp>(PATH, 'publishedInboxApps');
  const [creating, dialog] = useDisclosure(false);
  const [edited, setEdited] = useState<PublishedInboxApp>();
  const [made, setMade] = useState<PublishedInboxApp>();
  return (
    <PageFrame
      title="Published apps"
      about="An inbox app brings conversations from elsewhere into the inbox. Once published it stands on the integrations page of every account."
      actions={<Button onClick={dialog.open}>Publish app</Button>}
    >
      <DataTable
        caption="Published apps"
        of={apps}
        rowKey={({ id }) => id}
        empty="No apps yet. Publish one when your program is ready to be installed."
        columns={[
          { title: 'Id', show: ({ id }) => id },
          { title: 'Name', show: ({ name }) => name },
          { title: 'Installation address', show: ({ redirectUrl }) => redirectUrl },
          { title: 'Replies', show: ({ canReply }) => (canReply ? 'yes' : 'no') },
          {
            title: 'Actions',
            plain: true,
            show: (app) => (
              <Group gap="xs">
                <Button size="compact-sm" variant="default" aria-label={`Edit ${app.name}`} onClick={() => setEdited(app)}>
                  Edit
                </Button>
                <DeleteButton path={`${PATH}/${app.id}`} what={app.name} consequence="Nobody can install it any more." subject="publishedInboxApps" />
              </Group>
            ),
          },
        ]}
      />
      {creating && <AppDialog close={dialog.close} saved={setMade} />}
      {edited && <AppDialog key={edited.id} app={edited} close={() => setEdited(undefined)} saved={() => undefined} />}
      <SecretDialog
        title="The published app"
        secrets={made?.secret === undefined ? [] : [{ label: 'Signing secret', value: made.secret }]}
        warning="Copy this now: it is shown this once only. Your app checks with it that a callback comes from here."
        onClose={() => setMade(undefined)}
      />
    </PageFrame>
  );
}

interface DialogProps {
  readonly app?: PublishedInboxApp;
  close(): void;
  saved(app: PublishedInboxApp): void;
}

const AppDialog = ({ app, close, saved }: DialogProps): ReactElement => {
  const save = useChange(
    (body: Omit<PublishedInboxApp, 'id'>) => (app ? put<PublishedInboxApp>(`${PATH}/${app.id}`, body) : post<PublishedInboxApp>(PATH, body)),
    'publishedInboxApps',
    'inboxApps',
  );
  const form = useForm({
    initialValues: { name: app?.name ?? '', redirectUrl: app?.redirectUrl ?? '', canReply: app?.canReply ?? true },
    validate: { name: needed("the app's name"), redirectUrl: httpsAddress },
  });
  return (
    <FormDialog
      opened
      title={app ? `Edit ${app.name}` : 'Publish app'}
      verb={app ? 'Save' : 'Publish'}
      pending={save.isPending}
      error={save.error}
      onClose={close}
      onSubmit={form.onSubmit((values) =>
        save.mutate(values, {
          onSuccess: (record) => {
            close();
            saved(record);
          },
        }),
      )}
    >
      <TextInput label="Name" required data-autofocus {...form.getInputProps('name')} />
      <TextInput label="Installation address" description="Users who install the app are sent there" type="url" required {...form.getInputProps('redirectUrl')} />
      <Checkbox label="Users can reply to its conversations" {...form.getInputProps('canReply', { type: 'checkbox' })} />
    </FormDialog>
  );
};
