import { t } from '@lingui/core/macro';
import { NativeSelect } from '@mantine/core';
import type { OperationResult } from '@porchlight/sdk';
import { useState } from 'react';
import { useCollection, useRecord } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { ButtonRow } from '../components/button-row';
import { ConfirmButton } from '../components/confirm-button';
import { DataTable, fromQuery } from '../components/data-table';
import { DateTime } from '../components/date-time';
import { DialogButton } from '../components/dialog-button';
import { PageFrame } from '../components/page-frame';
import { formatScopes } from '../components/scopes';
import { useSecretDialog } from '../components/secret-dialog';
import { usePermissions, useSession } from '../session/session';
import { CreateKey } from './create-key';

type ApiKey = OperationResult<'auth.apiKeys.list'>['apiKeys'][number];

/** Maximum number of users that the owner can choose from. */
const MAX_USERS = 100;

/** API keys: the user's own, and for the owner those of every user (decisions section 6). */
export default function ApiKeysPage() {
  const { user } = useSession();
  const { isOwner } = usePermissions();
  const [userId, setUserId] = useState(user.id);
  const [secretDialog, showSecret] = useSecretDialog(t`Your new API key`);
  const show = (apiKey: string): void => showSecret({ 'API key': apiKey });
  const keys = useRecord(['users', userId, 'apiKeys'], (options) =>
    porchlight.apiKeys.list(userId, undefined, options),
  );
  return (
    <PageFrame
      title={t`API keys`}
      about={t`A program uses an API key to act for a user. Create one key for each program, and limit it to what the program needs. To change a key, replace it: both work until you revoke the old one.`}
      actions={
        <DialogButton label={t`Create API key`}>
          {(close) => <CreateKey userId={userId} close={close} show={show} />}
        </DialogButton>
      }
    >
      {isOwner && <UserChoice userId={userId} choose={setUserId} />}
      <DataTable
        caption={t`API keys`}
        list={fromQuery(keys, ({ apiKeys }) => apiKeys)}
        empty={t`No API keys yet. Create one for each program that uses the API.`}
        columns={[
          { title: t`Name`, show: ({ label }) => label },
          { title: t`Starts with`, show: ({ prefix }) => <code>{prefix}…</code> },
          {
            title: t`Scopes`,
            show: ({ scopes }) => formatScopes(scopes),
          },
          { title: t`Expires`, show: ({ expiresAt }) => <DateTime at={expiresAt} /> },
          { title: t`Created`, show: (key) => <DateTime at={key.created} /> },
          { title: t`Last used`, show: ({ lastUsed }) => <DateTime at={lastUsed} /> },
        ]}
        actions={(key) => (
          <ButtonRow>
            <DialogButton
              label={t`Replace`}
              name={t`Replace key “${key.label ?? ''}”`}
              size="compact-sm"
              variant="default"
            >
              {(close) => <CreateKey userId={userId} former={key} close={close} show={show} />}
            </DialogButton>
            <RevokeKey userId={userId} apiKey={key} />
          </ButtonRow>
        )}
      />
      {secretDialog}
    </PageFrame>
  );
}

const RevokeKey = ({ userId, apiKey }: { readonly userId: number; readonly apiKey: ApiKey }) => (
  <ConfirmButton
    label={t`Revoke key`}
    name={t`Revoke key “${apiKey.label}”`}
    title={t`Revoke key “${apiKey.label}”?`}
    description={t`Programs that use this key stop working within a second. This cannot be undone.`}
    act={() => porchlight.apiKeys.delete(userId, apiKey.id!)}
    subjects={['users']}
  />
);

const UserChoice = ({ userId, choose }: { readonly userId: number; choose(id: number): void }) => {
  const users = useCollection(['users'], porchlight.users.list, { limit: MAX_USERS, sort: 'name' });
  const me = useSession().user;
  const others = users.rows.filter(({ id }) => id !== me.id);
  const data = [
    { value: String(me.id), label: t`${me.name} (you)` },
    ...others.map(({ id, name }) => ({ value: String(id), label: name ?? '' })),
  ];
  return (
    <NativeSelect
      label={t`User`}
      maw="20rem"
      data={data}
      value={String(userId)}
      onChange={(event) => choose(Number(event.currentTarget.value))}
    />
  );
};
