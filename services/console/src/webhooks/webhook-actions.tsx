import { t } from '@lingui/core/macro';
import type { OperationResult, Schemas } from '@porchlight/sdk';
import { porchlight } from '../api/porchlight';
import { ButtonRow } from '../components/button-row';
import { ChangeButton } from '../components/change-button';
import { ConfirmButton } from '../components/confirm-button';
import { useSecretDialog } from '../components/secret-dialog';
import { isConsoleWebhook } from './console-system';
import { findReason } from './delivery-attempts';

const describeTest = ({ status, ms, error }: OperationResult<'notifier.webhooks.test'>): string => {
  if (status !== null) return t`The receiver returned status ${status} in ${ms} ms.`;
  const reason = findReason(error);
  return reason === undefined
    ? t`The receiver did not respond. Check that the address is correct and can be reached.`
    : t`The receiver did not respond: ${reason}. Check that the address is correct and can be reached.`;
};

/** The buttons of a webhook on its page: test, pause or enable, rotate the secret. */
export const WebhookActions = ({ webhook }: { readonly webhook: Schemas['Webhook'] }) => {
  const { id, status } = webhook;
  const [secretDialog, showSecret] = useSecretDialog(t`New secret`, t`The old secret stays valid for 24 hours.`);
  return (
    <ButtonRow>
      <ChangeButton
        label={t`Send test`}
        name={t`Send test to this webhook`}
        act={() => porchlight.webhooks.test(id)}
        subjects={[]}
        done={describeTest}
      />
      <ChangeButton
        label={status === 'Active' ? t`Pause` : t`Enable`}
        name={status === 'Active' ? t`Pause this webhook` : t`Enable this webhook`}
        act={() => porchlight.webhooks.update(id, { status: status === 'Active' ? 'Disabled' : 'Active' })}
        subjects={['webhooks']}
      />
      {isConsoleWebhook(webhook) && (
        <ConfirmButton
          label={t`Rotate secret`}
          name={t`Rotate secret of this webhook`}
          title={t`Rotate secret of this webhook?`}
          harmless
          description={t`The webhook gets a new secret. The old secret stays valid for 24 hours, so that the receiver can change it.`}
          act={() => porchlight.webhooks.rotateSecret(id)}
          subjects={['webhooks']}
          onSuccess={({ secret }) => showSecret({ Secret: secret })}
        />
      )}
      {secretDialog}
    </ButtonRow>
  );
};
