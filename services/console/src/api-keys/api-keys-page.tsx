import { Checkbox, Group, NativeSelect, TextInput } from '@mantine/core';
import type { OperationResult } from '@porchlight/sdk';
import { useState } from 'react';
import { SCOPE_NAMES } from '../api/generated-names';
import { useChange, useCollection, useRecord } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { ConfirmButton } from '../components/confirm-button';
import { DataTable, fromQuery } from '../components/data-table';
import { DateTime } from '../components/date-time';
import { DialogButton } from '../components/dialog-button';
import { FormDialog } from '../components/form-dialog';
import { PageFrame } from '../components/page-frame';
import { formatScopes } from '../components/scopes';
import { useSecretDialog } from '../components/secret-dialog';
import { futureDate, required } from '../components/validators';
import { usePermissions, useSession } from '../session/session';

type ApiKey = OperationResult<'auth.apiKeys.list'>['apiKeys'][number];
type Scope = (typeof SCOPE_NAMES)[number];

/** Maximum number of users that the owner can choose from. */
const MAX_USERS = 100;

/** What a scope allows, for the form. */
const SCOPE_LABELS: Readonly<Record<Scope, string>> = {
  read: 'Read only',
  write: 'Read and change',
  people: 'People and their activity',
  deals: 'Deals',
  marketing: 'Marketing',
  webhooks: 'Webhooks and inbox',
};

/** API keys: the user's own, and for the owner those of every user (decisions section 6). */
export default function ApiKeysPage() {
  const { user } = useSession();
  const { isOwner } = usePermissions();
  const [userId, setUserId] = useState(user.id);
  const [secretDialog, showSecret] = useSecretDialog('Your new API key');
  const keys = useRecord(['users', userId, 'apiKeys'], (options) =>
    porchlight.apiKeys.list(userId, undefined, options),
  );
  return (
    <PageFrame
      title="API keys"
      about="A program uses an API key to act for a user. Create one key for each program, and limit it to the scopes that the program needs."
      actions={
        <DialogButton label="Create API key">
          {(close) => <CreateKey userId={userId} close={close} show={(apiKey) => showSecret({ 'API key': apiKey })} />}
        </DialogButton>
      }
    >
      {isOwner && <UserChoice userId={userId} choose={setUserId} />}
      <DataTable
        caption="API keys"
        list={fromQuery(keys, ({ apiKeys }) => apiKeys)}
        empty="No API keys yet. Create one for each program that uses the API."
        columns={[
          { title: 'Name', show: ({ label }) => label },
          { title: 'Starts with', show: ({ prefix }) => <code>{prefix}…</code> },
          {
            title: 'Scopes',
            show: ({ scopes }) => formatScopes(scopes),
          },
          { title: 'Expires', show: ({ expiresAt }) => <DateTime at={expiresAt} /> },
          { title: 'Created', show: (key) => <DateTime at={key.created} /> },
          { title: 'Last used', show: ({ lastUsed }) => <DateTime at={lastUsed} /> },
        ]}
        actions={(key) => <RevokeKey userId={userId} apiKey={key} />}
      />
      {secretDialog}
    </PageFrame>
  );
}

interface CreateProps {
  readonly userId: number;
  close(): void;
  show(apiKey: string): void;
}

type KeyValues = {
  readonly label: string;
  readonly scopes: Scope[];
  /** The last day on which the key works, in the user's time zone; empty for none. */
  readonly expires: string;
};

/** The end of a day such as 2027-01-31 in the browser's time zone. */
const endOfDay = (day: string): string => new Date(`${day}T23:59:59`).toISOString();

const CreateKey = ({ userId, close, show }: CreateProps) => {
  const create = useChange(
    ({ label, scopes, expires }: KeyValues) =>
      porchlight.apiKeys.create(userId, {
        label: label.trim(),
        ...(scopes.length > 0 && { scopes }),
        ...(expires !== '' && { expiresAt: endOfDay(expires) }),
      }),
    'users',
  );
  return (
    <FormDialog
      title="Create API key"
      initialValues={{ label: '', scopes: [], expires: '' }}
      validate={{ label: required('a name for the key, such as the program that will use it'), expires: futureDate }}
      change={create}
      onClose={close}
      onSuccess={({ apiKey }) => show(apiKey)}
    >
      {(form) => (
        <>
          <TextInput
            label="Name"
            description="The program that will use the key"
            required
            data-autofocus
            {...form.getInputProps('label')}
          />
          <Checkbox.Group
            label="Scopes"
            description="Limits what the key can do. Without scopes it can do everything that the user can do."
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
        </>
      )}
    </FormDialog>
  );
};

const RevokeKey = ({ userId, apiKey }: { readonly userId: number; readonly apiKey: ApiKey }) => (
  <ConfirmButton
    verb="Revoke key"
    what={`“${apiKey.label}”`}
    description="Programs that use this key stop working within a second. This cannot be undone."
    act={() => porchlight.apiKeys.delete(userId, apiKey.id!)}
    subjects={['users']}
  />
);

const UserChoice = ({ userId, choose }: { readonly userId: number; choose(id: number): void }) => {
  const users = useCollection(['users'], porchlight.users.list, { limit: MAX_USERS, sort: 'name' });
  const me = useSession().user;
  const others = users.rows.filter(({ id }) => id !== me.id);
  const data = [
    { value: String(me.id), label: `${me.name} (you)` },
    ...others.map(({ id, name }) => ({ value: String(id), label: name ?? '' })),
  ];
  return (
    <NativeSelect
      label="User"
      maw="20rem"
      data={data}
      value={String(userId)}
      onChange={(event) => choose(Number(event.currentTarget.value))}
    />
  );
};
