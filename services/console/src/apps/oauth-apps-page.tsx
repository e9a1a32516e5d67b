import { Textarea, TextInput } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { porchlight } from '../api/porchlight';
import { ChangeButton } from '../components/change-button';
import { StatusBadge } from '../components/status-badge';
import { httpsAddress, required, splitLines } from '../components/validators';
import { AppRegistry, type AppKind } from './app-registry';

type OauthApp = Schemas['OauthApp'];

const httpsAddresses = (text: string): string | undefined => {
  const lines = splitLines(text);
  return lines.length === 0
    ? 'Enter at least one address.'
    : lines.map(httpsAddress).find((problem) => problem !== undefined);
};

const KIND: AppKind<OauthApp, { name: string; uris: string }, Schemas['NewOauthApp']> = {
  title: 'OAuth apps',
  about: 'An OAuth app acts for users who allow it. Users of every account can use your app.',
  api: porchlight.oauthApps,
  subject: 'oauthApps',
  verb: 'Create',
  empty: 'No apps yet. Create one for a program that other accounts use.',
  columns: [
    { title: 'Name', show: ({ name }) => name },
    { title: 'Client ID', show: ({ clientId }) => <code>{clientId}</code> },
    { title: 'Redirect addresses', show: ({ redirectUris }) => redirectUris?.map((uri) => <div key={uri}>{uri}</div>) },
    { title: 'Status', whole: true, show: ({ status }) => <StatusBadge status={status ?? ''} /> },
  ],
  description: 'The app loses access to all accounts. This cannot be undone.',
  buttons: (app) => <SwitchApp app={app} />,
  toValues: (app) => ({ name: app?.name ?? '', uris: app?.redirectUris?.join('\n') ?? '' }),
  validate: { name: required("the app's name"), uris: httpsAddresses },
  toBody: ({ name, uris }) => ({ name: name.trim(), redirectUris: splitLines(uris) }),
  fields: (form) => (
    <>
      <TextInput
        label="Name"
        description="Users see this name when the app asks for access."
        required
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Textarea
        label="Redirect addresses"
        description="One per line, exactly as the app sends them."
        rows={4}
        required
        {...form.getInputProps('uris')}
      />
    </>
  ),
  secretTitle: 'Credentials of the new app',
  toSecrets: ({ clientId, clientSecret }) => ({ 'Client ID': clientId, 'Client secret': clientSecret }),
};

const SwitchApp = ({ app: { id, name, status } }: { readonly app: OauthApp }) => {
  const other = status === 'Active' ? 'Disabled' : 'Active';
  return (
    <ChangeButton
      verb={status === 'Active' ? 'Disable' : 'Enable'}
      what={name ?? ''}
      act={() => porchlight.oauthApps.update(id, { status: other })}
      subjects={['oauthApps']}
    />
  );
};

/** OAuth apps: programs that users give access (decisions section 8). */
export default function OauthAppsPage() {
  return <AppRegistry kind={KIND} />;
}
