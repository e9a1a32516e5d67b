import { Button, Group, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useState, type ReactElement } from 'react';
import { post, put } from '../api/client';
import { useChange, useCollection } from '../api/hooks';
import type { OauthApp } from '../api/records';
import { DataTable } from '../parts/data-table';
import { DeleteButton } from '../parts/delete-button';
import { FormDialog } from '../parts/form-dialog';
import { PageFrame } from '../parts/page-frame';
import { httpsAddress, needed } from '../parts/rules';
import { SecretDialog } from '../parts/secret-dialog';

const linesOf = (text: string): string[] => text.split('\n').map((line) => line.trim()).filter((line) => line !== '');
const everyLine = (text: string): string | undefined => {
  const lines = linesOf(text);
  return lines.length === 0 ? 'Enter at least one address.' : lines.map(httpsAddress).find((problem) => problem !== undefined);
};

/** OAuth apps: programs of others that users let in (decisions section 8). */
export default function OauthAppsPage(): ReactElement {
  const apps = useCollection<OauthApp>('/v1/oauthApps', 'oauthApps');
  const [made, setMade] = useState<OauthApp>();
  const [edited, setEdited] = useState<OauthApp>();
  const [creating, dialog] = useDisclosure(false);
  return (
    <PageFrame
      title="OAuth apps"
      about="An app gets access for one user at a time, after that user agreed to it. Users of every account can use your app."
      actions={<Button onClick={dialog.open}>Create app</Button>}
    >
      <DataTable
        caption="OAuth apps"
        of={apps}
        rowKey={({ id }) => id}
        empty="No apps yet."
        columns={[
          { title: 'Name', show: ({ name }) => name },
          { title: 'Client id', show: ({ clientId }) => <code>{clientId}</code> },
          { title: 'Redirect addresses', show: ({ redirectUris }) => redirectUris.map((uri) => <div key={uri}>{uri}</div>) },
          {
            title: 'Actions',
            plain: true,
            show: (app) => (
              <Group gap="xs">
                <Button size="compact-sm" variant="default" aria-label={`Edit ${app.name}`} onClick={() => setEdited(app)}>
                  Edit
                </Button>
                <DeleteButton path={`/v1/oauthApps/${app.id}`} what={app.name} consequence="All access that users gave to this app ends." subject="oauthApps" />
              </Group>
            ),
          },
        ]}
      />
      {creating && <AppDialog close={dialog.close} saved={setMade} />}
      {edited && <AppDialog key={edited.id} app={edited} close={() => setEdited(undefined)} saved={() => undefined} />}
      <SecretDialog
        title="The new app"
        secrets={made ? [{ label: 'Client id', value: made.clientId }, { label: 'Client secret', value: made.clientSecret ?? '' }] : []}
        onClose={() => setMade(undefined)}
      />
    </PageFrame>
  );
}

interface DialogProps {
  readonly app?: OauthApp;
  close(): void;
  saved(app: OauthApp): void;
}

const AppDialog = ({ app, close, saved }: DialogProps): ReactElement => {
  const save = useChange(
    (body: { name: string; redirectUris: string[] }) => (app ? put<OauthApp>(`/v1/oauthApps/${app.id}`, body) : post<OauthApp>('/v1/oauthApps', body)),
    'oauthApps',
  );
  const form = useForm({
    initialValues: { name: app?.name ?? '', uris: app?.redirectUris.join('\n') ?? '' },
    validate: { name: needed("the app's name"), uris: everyLine },
  });
  return (
    <FormDialog
      opened
      title={app ? `Edit ${app.name}` : 'Create app'}
      verb={app ? 'Save' : 'Create'}
      pending={save.isPending}
      error={save.error}
      onClose={close}
      onSubmit={form.onSubmit(({ name, uris }) =>
        save.mutate({ name: name.trim(), redirectUris: linesOf(uris) }, {
          onSuccess: (record) => {
            close();
            saved(record);
          },
        }),
      )}
    >
      <TextInput label="Name" description="Users see it when they are asked to let the app in" required data-autofocus {...form.getInputProps('name')} />
      <Textarea label="Redirect addresses" description="One a line, exactly as the app sends them" rows={4} required {...form.getInputProps('uris')} />
    </FormDialog>
  );
};
