import { Button, Checkbox, Group, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useState, type ReactElement } from 'react';
import { SCOPE_NAMES } from '../api/generated-names';
import type { OperationResult } from '@porchlight/sdk';
import { useChange, useCollection, useRecord } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { ConfirmButton } from '../parts/confirm-button';
import { DataTable, fromQuery } from '../parts/data-table';
import { FormDialog } from '../parts/form-dialog';
import { Moment } from '../parts/moment';
import { PageFrame } from '../parts/page-frame';
import { futureDate, needed } from '../parts/rules';
import { SecretDialog } from '../parts/secret-dialog';
import { useMay, useSession } from '../session/session';

type ApiKey = OperationResult<'auth.apiKeys.list'>['apiKeys'][number];
type Scope = (typeof SCOPE_NAMES)[number];

/** Maximum number of users that the owner can choose from. */
const MAX_USERS = 100;

/** What a scope allows, for the form. */
const SCOPE_LABELS: Readonly<Record<Scope, string>> = {
  read: 'Read',
  write: 'Read and write',
  people: 'People and their activity',
  deals: 'Deals',
  marketing: 'Marketing',
  webhooks: 'Webhooks and inbox',
};

/** API keys: the user's own, and for the owner those of every user (decisions section 6). */
export default function ApiKeysPage(): ReactElement {
  const { user } = useSession();
  const { own } = useMay();
  const [userId, setUserId] = useState(user.id);
  const [opened, dialog] = useDisclosure(false);
  const [created, setCreated] = useState<string>();
  const keys = useRecord(['users', userId, 'apiKeys'], (options) =>
    porchlight.apiKeys.list(userId, undefined, options),
  );
  return (
    <PageFrame
      title="API keys"
      about="A program uses an API key to act for a user. Create one key for each program, and limit it to the scopes that the program needs."
      actions={<Button onClick={dialog.open}>Create API key</Button>}
    >
      {own && <UserChoice userId={userId} choose={setUserId} />}
      <DataTable
        caption="API keys"
        list={fromQuery(keys, ({ apiKeys }) => apiKeys)}
        rowKey={({ id = 0 }) => id}
        empty="No API keys yet. Create one for each program that uses the API."
        columns={[
          { title: 'Name', show: ({ label }) => label },
          { title: 'Starts with', show: ({ prefix }) => <code>{prefix}…</code> },
          {
            title: 'Scopes',
            show: ({ scopes }) => (!scopes?.length ? 'All rights of the user' : scopes.join(', ')),
          },
          { title: 'Expires', show: ({ expiresAt }) => <Moment at={expiresAt} /> },
          { title: 'Created', show: (key) => <Moment at={key.created} /> },
          { title: 'Last used', show: ({ lastUsed }) => <Moment at={lastUsed} /> },
          { title: 'Actions', plain: true, show: (key) => <RevokeKey userId={userId} apiKey={key} /> },
        ]}
      />
      {opened && <CreateKey userId={userId} close={dialog.close} show={setCreated} />}
      <SecretDialog
        title="Your new API key"
        secrets={created === undefined ? [] : [{ label: 'API key', value: created }]}
        onClose={() => setCreated(undefined)}
      />
    </PageFrame>
  );
}

interface CreateProps {
  readonly userId: number;
  close(): void;
  show(apiKey: string): void;
}

interface KeyValues {
  readonly label: string;
  readonly scopes: Scope[];
  /** The last day on which the key works, in the user's time zone; empty for none. */
  readonly expires: string;
}

/** The end of a day such as 2027-01-31 in the browser's time zone. */
const endOfDay = (day: string): string => new Date(`${day}T23:59:59`).toISOString();

const CreateKey = ({ userId, close, show }: CreateProps): ReactElement => {
  const create = useChange(
    ({ label, scopes, expires }: KeyValues) =>
      porchlight.apiKeys.create(userId, {
        label: label.trim(),
        ...(scopes.length > 0 && { scopes }),
        ...(expires !== '' && { expiresAt: endOfDay(expires) }),
      }),
    'users',
  );
  const form = useForm<KeyValues>({
    initialValues: { label: '', scopes: [], expires: '' },
    validate: { label: needed('a name for the key, such as the program that will use it'), expires: futureDate },
  });
  return (
    <FormDialog
      title="Create API key"
      verb="Create"
      form={form}
      change={create}
      onClose={close}
      onDone={({ apiKey }) => show(apiKey)}
    >
      <TextInput
        label="Name"
        description="The program that will use the key"
        required
        data-autofocus
        {...form.getInputProps('label')}
      />
      <Checkbox.Group
        label="Scopes"
        description="Limits what the key can do. Without scopes it has all rights of the user."
        {...form.getInputProps('scopes')}
      >
        <Group mt="xs">
          {SCOPE_NAMES.map((scope) => (
            <Checkbox key={scope} value={scope} label={SCOPE_LABELS[scope]} />
          ))}
        </Group>
      </Checkbox.Group>
      <TextInput
        label="Last day"
        description="The key stops after this day. Leave empty for a key that does not expire."
        type="date"
        {...form.getInputProps('expires')}
      />
    </FormDialog>
  );
};

const RevokeKey = ({ userId, apiKey }: { readonly userId: number; readonly apiKey: ApiKey }): ReactElement => (
  <ConfirmButton
    verb="Revoke"
    what={`the key “${apiKey.label}”`}
    consequence="Programs that use this key stop working within a second. This cannot be undone."
    act={() => porchlight.apiKeys.delete(userId, apiKey.id!)}
    subjects={['users']}
  />
);

const UserChoice = ({ userId, choose }: { readonly userId: number; choose(id: number): void }): ReactElement => {
  const users = useCollection(['users'], porchlight.users.list, { limit: MAX_USERS, sort: 'name' });
  const me = useSession().user;
  const others = users.rows.filter(({ id }) => id !== me.id);
  const data = [
    { value: String(me.id), label: `${me.name} (you)` },
    ...others.map(({ id, name }) => ({ value: String(id), label: name ?? '' })),
  ];
  return (
    <NativeSelect
      label="Keys of"
      maw="20rem"
      data={data}
      value={String(userId)}
      onChange={(event) => choose(Number(event.currentTarget.value))}
    />
  );
};
