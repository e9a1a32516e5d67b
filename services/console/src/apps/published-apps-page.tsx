import { t } from '@lingui/core/macro';
import { Checkbox, TextInput } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { porchlight } from '../api/porchlight';
import { ConfirmButton } from '../components/confirm-button';
import { DialogButton } from '../components/dialog-button';
import { useSecretDialog } from '../components/secret-dialog';
import { StatusBadge } from '../components/status-badge';
import { httpsAddress, required } from '../components/validators';
import { AppRegistry, type AppKind } from './app-registry';
import { InstallApp } from './install-app';

type App = Schemas['PublishedInboxApp'];
type AppValues = { readonly name: string; readonly redirectUrl: string; readonly canReply: boolean };

const LABELS = {
  name: t`Name`,
  redirectUrl: t`Installation address`,
  canReply: t`Users can reply to its conversations`,
};

const KIND: AppKind<App, AppValues, AppValues> = {
  title: t`Published apps`,
  about: t`An inbox app adds conversations of another service to the inbox. After Porchlight approved it, every account can install it from the Integrations page. Until then you can install it in this account only, from the page of the app.`,
  api: porchlight.publishedInboxApps,
  subject: 'publishedInboxApps',
  otherSubjects: ['inboxApps'],
  createLabel: t`Publish app`,
  empty: t`No apps yet. Publish your app when it is ready to be installed.`,
  columns: [
    { title: LABELS.name, show: ({ name }) => name },
    { title: t`ID`, show: ({ id }) => id },
    { title: LABELS.redirectUrl, show: ({ redirectUrl }) => redirectUrl },
    { title: t`Review`, whole: true, show: ({ reviewStatus }) => <StatusBadge status={reviewStatus ?? ''} /> },
    { title: t`Replies`, show: ({ canReply }) => (canReply ? t`Yes` : t`No`) },
  ],
  description: t`The app can no longer be installed.`,
  buttons: (app) => (
    <>
      <RotateSecret app={app} />
      <DialogButton label={t`Install`} name={t`Install ${app.name ?? ''}`} size="compact-sm" variant="default">
        {(close) => <InstallApp app={app} onClose={close} />}
      </DialogButton>
    </>
  ),
  toValues: (app) => ({ name: app?.name ?? '', redirectUrl: app?.redirectUrl ?? '', canReply: app?.canReply ?? true }),
  validate: { name: required(t`the app's name`), redirectUrl: httpsAddress },
  toBody: (values) => values,
  labels: LABELS,
  fields: (form) => (
    <>
      <TextInput label={LABELS.name} required data-autofocus {...form.getInputProps('name')} />
      <TextInput
        label={LABELS.redirectUrl}
        description={t`The page that users open to install the app.`}
        type="url"
        required
        {...form.getInputProps('redirectUrl')}
      />
      <Checkbox label={LABELS.canReply} {...form.getInputProps('canReply', { type: 'checkbox' })} />
    </>
  ),
  secretTitle: t`Secret of the published app`,
  toSecrets: ({ secret }) => ({ 'Signing secret': secret }),
  secretPurpose: t`Your app uses it to verify that a callback comes from Porchlight.`,
};

const RotateSecret = ({ app: { id, name } }: { readonly app: App }) => {
  const [dialog, show] = useSecretDialog(t`New secret`, t`The old secret stays valid for 24 hours.`);
  return (
    <>
      <ConfirmButton
        label={t`Rotate secret`}
        name={t`Rotate secret of ${name ?? ''}`}
        title={t`Rotate secret of ${name ?? ''}?`}
        harmless
        description={t`Callbacks to all installations are signed with the new secret, and for 24 hours with the old one too.`}
        act={() => porchlight.publishedInboxApps.rotateSecret(id)}
        subjects={['publishedInboxApps']}
        onSuccess={({ secret }) => show({ 'Signing secret': secret })}
      />
      {dialog}
    </>
  );
};

/** Published inbox apps: the apps that this account offers to every account (decisions section 9). */
export default function PublishedAppsPage() {
  return <AppRegistry kind={KIND} />;
}
