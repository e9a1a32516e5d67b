import { t } from '@lingui/core/macro';
import { Radio, Stack, TextInput } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { useChange } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { useAnnounce } from '../components/announcements';
import { FormDialog } from '../components/form-dialog';
import { httpsAddress } from '../components/validators';
import { useSession } from '../session/session';

type Values = { subscriptionUrl: string; userId: string };

interface Props {
  readonly app: Schemas['PublishedInboxApp'];
  onClose(): void;
}

/** The `userId` of an installation for all of the account. */
const WHOLE_ACCOUNT = '0';

/** A dialog that installs a published app in this account at an address that its publisher knows. */
export const InstallApp = ({ app, onClose }: Props) => {
  const { user } = useSession();
  const announce = useAnnounce();
  const install = useChange(
    ({ subscriptionUrl, userId }: Values) =>
      porchlight.inboxApps.install({
        publishedInboxAppId: app.id,
        userId: Number(userId),
        subscriptionUrl: subscriptionUrl.trim(),
      }),
    'inboxApps',
  );
  return (
    <FormDialog
      title={t`Install ${app.name ?? ''}`}
      label={t`Install app`}
      draft={`inboxApps/install/${app.id}`}
      initialValues={{ subscriptionUrl: '', userId: String(user.id) } as Values}
      validate={{ subscriptionUrl: httpsAddress }}
      change={install}
      onClose={onClose}
      onSuccess={() => announce({ text: t`${app.name ?? ''} is installed. Integrations shows it.` })}
    >
      {(form) => (
        <>
          <TextInput
            label={t`Subscription address`}
            description={t`The address of the app that gets replies of users. It is tested now: it must answer a POST with status 200 within 10 seconds.`}
            type="url"
            required
            data-autofocus
            maxLength={2048}
            {...form.getInputProps('subscriptionUrl')}
          />
          <Radio.Group label={t`For`} {...form.getInputProps('userId')}>
            <Stack gap="xs" mt={4}>
              <Radio value={String(user.id)} label={t`Your inbox`} />
              <Radio value={WHOLE_ACCOUNT} label={t`All inboxes of the account`} />
            </Stack>
          </Radio.Group>
        </>
      )}
    </FormDialog>
  );
};
