import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Schemas } from '@porchlight/sdk';
import { Link } from 'react-router';
import { useCollection } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { ButtonRow } from '../components/button-row';
import { ChangeButton } from '../components/change-button';
import { DataTable } from '../components/data-table';
import { DeleteDialog } from '../components/delete-dialog';
import { DialogButton } from '../components/dialog-button';
import { PageFrame } from '../components/page-frame';
import { RowMenu } from '../components/row-menu';
import { useSecretDialog } from '../components/secret-dialog';
import { STATUS_COLUMN } from '../components/status-column';
import { usePermissions } from '../session/session';
import { CONSOLE_SYSTEM, isConsoleWebhook, WITH_SYSTEM } from './console-system';
import { CreateWebhook } from './create-webhook';
import { EditWebhook } from './edit-webhook';

type Webhook = Schemas['Webhook'];

const SECRET_PURPOSE = t`The receiver uses it to verify that a notification comes from Porchlight.`;

/** The webhooks of the account with their status (specification: Webhooks). */
export default function WebhooksPage() {
  const webhooks = useCollection(['webhooks'], porchlight.webhooks.list, WITH_SYSTEM);
  const [secretDialog, showSecret] = useSecretDialog(t`Secret of the new webhook`, SECRET_PURPOSE);
  const { isOwner } = usePermissions();
  return (
    <PageFrame
      title={t`Webhooks`}
      about={t`A webhook notifies another system of a change here. A notification that cannot be delivered is retried every hour for 36 hours. You can test, disable and delete the webhooks of every system. Only the system that created a webhook can change its event, address and secret.`}
      actions={
        isOwner && (
          <DialogButton label={t`Create webhook`}>
            {(close) => <CreateWebhook close={close} show={showSecret} />}
          </DialogButton>
        )
      }
    >
      <DataTable
        caption={t`Webhooks`}
        list={webhooks}
        empty={t`No webhooks yet. Create one for each event that another system needs.`}
        columns={[
          { title: t`Event`, whole: true, show: ({ event }) => event },
          { title: t`Address`, long: true, show: ({ url }) => url },
          STATUS_COLUMN,
          { title: t`System`, show: (webhook) => (isConsoleWebhook(webhook) ? CONSOLE_SYSTEM : webhook.system) },
          {
            title: t`Deliveries`,
            plain: true,
            show: ({ id, event }) => (
              <Link to={`/webhooks/${id}`} aria-label={t`Deliveries of ${event ?? ''}`}>
                <Trans>Deliveries</Trans>
              </Link>
            ),
          },
        ]}
        actions={(webhook) => <WebhookButtons webhook={webhook} />}
      />
      {secretDialog}
    </PageFrame>
  );
}

const WebhookButtons = ({ webhook }: { readonly webhook: Webhook }) => {
  const { id, event, status } = webhook;
  const name = event ?? '';
  const other = status === 'Active' ? 'Disabled' : 'Active';
  return (
    <ButtonRow>
      {isConsoleWebhook(webhook) && (
        <DialogButton label={t`Edit`} name={t`Edit the webhook of ${name}`} size="compact-sm" variant="default">
          {(close) => <EditWebhook webhook={webhook} close={close} />}
        </DialogButton>
      )}
      <ChangeButton
        label={status === 'Active' ? t`Disable` : t`Enable`}
        name={status === 'Active' ? t`Disable the webhook of ${name}` : t`Enable the webhook of ${name}`}
        act={() => porchlight.webhooks.update(id, { status: other })}
        subjects={['webhooks']}
      />
      <RowMenu
        name={t`the webhook of ${name}`}
        actions={[
          {
            label: t`Delete`,
            destructive: true,
            dialog: (close) => (
              <DeleteDialog
                label={t`Delete webhook`}
                name={t`the webhook of ${name}`}
                removal={{
                  description: t`The receiver gets no more notifications. Pending deliveries are discarded.`,
                  act: () => porchlight.webhooks.delete(id),
                }}
                subjects={['webhooks']}
                onClose={close}
              />
            ),
          },
        ]}
      />
    </ButtonRow>
  );
};
