import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useState, type ReactElement } from 'react';
import { post, remove } from '../api/client';
import { useChange, useCollection, useRecord } from '../api/hooks';
import type { ApiKey, User } from '../api/records';
import { ConfirmButton } from '../parts/confirm-button';
import { DataTable } from '../parts/data-table';
import { FormDialog } from '../parts/form-dialog';
import { Moment } from '../parts/moment';
import { PageFrame } from '../parts/page-frame';
import { needed } from '../parts/rules';
import { SecretDialog } from '../parts/secret-dialog';
import { useMay, useSession } from '../session/session';

/** Most users that the owner can choose among. */
const USERS = 100;

/** API keys: one's own, and for the owner everybody's (decisions section 6). */
export default function ApiKeysPage(): ReactElement {
  const { user } = useSession();
  const { own } = useMay();
  const [userId, setUserId] = useState(user.id);
  const [opened, dialog] = useDisclosure(false);
  const [made, setMade] = useState<string>();
  const path = `/v1/users/${userId}/apiKeys`;
  const keys = useRecord<{ apiKeys: ApiKey[]; _metadata: { total: number } }>(path);
  return (
    <PageFrame
      title="API keys"
      about="A program that uses the API on behalf of a user needs a key of that user: it may do whatever the user may. Give each program a key of its own."
      actions={<Button onClick={dialog.open}>Create API key</Button>}
    >
      {own && <UserChoice userId={userId} choose={setUserId} />}
      <DataTable
        caption="API keys"
        of={{ rows: keys.data?.apiKeys ?? [], pending: keys.isPending, error: keys.error, again: () => void keys.refetch() }}
        rowKey={({ id }) => id}
        empty="No API keys yet. Create one for each program that uses the API."
        columns={[
          { title: 'Name', show: ({ label }) => label },
          { title: 'Begins with', show: ({ prefix }) => <code>{prefix}…</code> },
          { title: 'Created', show: ({ created }) => <Moment at={created} /> },
          { title: 'Last used', show: ({ lastUsed }) => <Moment at={lastUsed} /> },
          { title: 'Actions', plain: true, show: (key) => <RevokeKey path={path} apiKey={key} /> },
        ]}
      />
      {opened && <CreateKey path={path} close={dialog.close} made={setMade} />}
      <SecretDialog title="Your new API key" secrets={made === undefined ? [] : [{ label: 'API key', value: made }]} onClose={() => setMade(undefined)} />
    </PageFrame>
  );
}

interface CreateProps {
  readonly path: string;
  close(): void;
  made(apiKey: string): void;
}

const CreateKey = ({ path, close, made }: CreateProps): ReactElement => {
  const create = useChange(({ label }: { label: string }) => post<{ apiKey: string }>(path, { label: label.trim() }), 'users');
  const form = useForm({ initialValues: { label: '' }, validate: { label: needed('a name for the key, such as the program that will use it') } });
  return (
    <FormDialog title="Create API key" verb="Create" form={form} change={create} onClose={close} onDone={({ apiKey }) => made(apiKey)}>
      <TextInput label="Name" description="What will use it" required data-autofocus {...form.getInputProps('label')} />
    </FormDialog>
  );
};

const RevokeKey = ({ path, apiKey }: { readonly path: string; readonly apiKey: ApiKey }): ReactElement => (
  <ConfirmButton
    verb="Revoke"
    what={`the key “${apiKey.label}”`}
    consequence="Whatever uses this key stops working within a second. This cannot be undone."
    act={() => remove(`${path}/${apiKey.id}`)}
    subjects={['users']}
  />
);

const UserChoice = ({ userId, choose }: { readonly userId: number; choose(id: number): void }): ReactElement => {
  const users = useCollection<User>('/v1/users', 'users', { limit: USERS, sort: 'name' });
  const me = useSession().user;
  const others = users.rows.filter(({ id }) => id !== me.id);
  const data = [{ value: String(me.id), label: `${me.name} (you)` }, ...others.map(({ id, name }) => ({ value: String(id), label: name }))];
  return <NativeSelect label="Keys of" maw="20rem" data={data} value={String(userId)} onChange={(event) => choose(Number(event.currentTarget.value))} />;
};
