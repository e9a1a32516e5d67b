import { Checkbox, TextInput } from '@mantine/core';
import type { ReactElement } from 'react';
import type { PublishedInboxApp } from '../api/records';
import { httpsAddress, needed } from '../parts/rules';
import { AppRegistry, type AppKind } from './app-registry';

const nameOf = needed("the app's name");

const KIND: AppKind<PublishedInboxApp, { name: string; redirectUrl: string; canReply: boolean }> = {
  title: 'Published apps',
  about: 'An inbox app brings conversations from elsewhere into the inbox. Once published it stands on the integrations page of every account.',
  path: '/v1/publishedInboxApps',
  rows: 'publishedInboxApps',
  seenIn: ['inboxApps'],
  verb: 'Publish',
  empty: 'No apps yet. Publish one when your program is ready to be installed.',
  columns: [
    { title: 'Id', show: ({ id }) => id },
    { title: 'Name', show: ({ name }) => name },
    { title: 'Installation address', show: ({ redirectUrl }) => redirectUrl },
    { title: 'Replies', show: ({ canReply }) => (canReply ? 'yes' : 'no') },
  ],
  consequence: 'Nobody can install it any more.',
  valuesOf: (app) => ({ name: app?.name ?? '', redirectUrl: app?.redirectUrl ?? '', canReply: app?.canReply ?? true }),
  validate: ({ name, redirectUrl }) => ({ name: nameOf(name), redirectUrl: httpsAddress(redirectUrl) }),
  bodyOf: (values) => values,
  fields: (form) => (
    <>
      <TextInput label="Name" required data-autofocus {...form.getInputProps('name')} />
      <TextInput label="Installation address" description="Users who install the app are sent there" type="url" required {...form.getInputProps('redirectUrl')} />
      <Checkbox label="Users can reply to its conversations" {...form.getInputProps('canReply', { type: 'checkbox' })} />
    </>
  ),
  secretTitle: 'The published app',
  secretsOf: ({ secret }) => (secret === undefined ? [] : [{ label: 'Signing secret', value: secret }]),
  warning: 'Copy this now: it is shown this once only. Your app checks with it that a callback comes from here.',
};

/** Published inbox apps: what this account offers to every account (decisions section 9). */
export default function PublishedAppsPage(): ReactElement {
  return <AppRegistry kind={KIND} />;
}
