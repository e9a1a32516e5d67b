import { t } from '@lingui/core/macro';
import { Checkbox, Textarea, TextInput } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { porchlight } from '../api/porchlight';
import { ChangeButton } from '../components/change-button';
import { STATUS_COLUMN } from '../components/status-column';
import { httpsAddress, required, splitLines } from '../components/validators';
import { AppRegistry, type AppKind } from './app-registry';

type OauthApp = Schemas['OauthApp'];

interface AppValues extends Record<string, unknown> {
  readonly name: string;
  readonly uris: string;
  readonly development: boolean;
}

/** An address on the computer of the developer; the API checks it further. */
const isLocalAddress = (address: string): boolean => /^http:\/\/(?:localhost|127\.0\.0\.1)(?:[:/?]|$)/.test(address);

const validateAddresses = (text: string, { development }: AppValues): string | undefined => {
  const lines = splitLines(text).filter((line) => !development || !isLocalAddress(line));
  return splitLines(text).length === 0
    ? t`Enter at least one address.`
    : lines.map(httpsAddress).find((problem) => problem !== undefined);
};

const LABELS = { name: t`Name`, redirectUris: t`Redirect addresses`, development: t`For development` };

const KIND: AppKind<OauthApp, AppValues, Schemas['NewOauthApp']> = {
  title: t`OAuth apps`,
  about: t`An OAuth app acts for users who allow it. Users of every account can use your app.`,
  api: porchlight.oauthApps,
  subject: 'oauthApps',
  createLabel: t`Create app`,
  empty: t`No apps yet. Create one for a program that other accounts use.`,
  columns: [
    { title: LABELS.name, show: ({ name }) => name },
    { title: t`Client ID`, show: ({ clientId }) => <code>{clientId}</code> },
    { title: LABELS.redirectUris, show: ({ redirectUris }) => redirectUris?.map((uri) => <div key={uri}>{uri}</div>) },
    { title: t`Development`, show: ({ development }) => (development ? t`Yes` : t`No`) },
    STATUS_COLUMN,
  ],
  description: t`The app loses access to all accounts. This cannot be undone.`,
  buttons: (app) => <SwitchApp app={app} />,
  toValues: (app) => ({
    name: app?.name ?? '',
    uris: app?.redirectUris?.join('\n') ?? '',
    development: app?.development ?? false,
  }),
  validate: { name: required(t`the app's name`), uris: validateAddresses },
  toBody: ({ name, uris, development }) => ({ name: name.trim(), redirectUris: splitLines(uris), development }),
  labels: LABELS,
  fields: (form) => (
    <>
      <TextInput
        label={LABELS.name}
        description={t`Users see this name when the app asks for access.`}
        required
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Textarea
        label={LABELS.redirectUris}
        description={t`One per line, exactly as the app sends them.`}
        rows={4}
        required
        {...form.getInputProps('uris')}
      />
      <Checkbox
        label={LABELS.development}
        description={t`Addresses may begin with http://localhost or http://127.0.0.1. Only users of this account can use the app. This cannot be changed later.`}
        {...form.getInputProps('development', { type: 'checkbox' })}
      />
    </>
  ),
  secretTitle: t`Credentials of the new app`,
  toSecrets: ({ clientId, clientSecret }) => ({ 'Client ID': clientId, 'Client secret': clientSecret }),
};

const SwitchApp = ({ app: { id, name, status } }: { readonly app: OauthApp }) => {
  const other = status === 'Active' ? 'Disabled' : 'Active';
  return (
    <ChangeButton
      label={status === 'Active' ? t`Disable` : t`Enable`}
      name={status === 'Active' ? t`Disable ${name ?? ''}` : t`Enable ${name ?? ''}`}
      act={() => porchlight.oauthApps.update(id, { status: other })}
      subjects={['oauthApps']}
    />
  );
};

/** OAuth apps: programs that users give access (decisions section 8). */
export default function OauthAppsPage() {
  return <AppRegistry kind={KIND} />;
}
