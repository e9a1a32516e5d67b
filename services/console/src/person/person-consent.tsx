import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Group, NativeSelect, Text } from '@mantine/core';
import { getRecords, type Schemas } from '@porchlight/sdk';
import { useChange, useRecord } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { Card } from '../components/card';
import { ConfirmButton } from '../components/confirm-button';
import { DateTime } from '../components/date-time';
import { DialogButton } from '../components/dialog-button';
import { ErrorAlert } from '../components/error-alert';
import { FormDialog } from '../components/form-dialog';
import { usePermissions } from '../session/session';

type Person = Schemas['Person'];
type Reason = NonNullable<Schemas['NewSuppression']['reason']>;

const SUBJECTS = ['suppressions', 'people'] as const;

/** Why an address gets no mail, as users choose it. */
const REASONS: Readonly<Record<Reason, string>> = {
  unsubscribed: t`Unsubscribed`,
  complained: t`Reported spam`,
  bounced: t`Mail bounced`,
  dropped: t`Refused by the mail service`,
};

/** Why an address gets no mail, as a sentence. */
const STATES: Readonly<Record<string, string>> = {
  unsubscribed: t`Gets no mail: unsubscribed.`,
  complained: t`Gets no mail: spam was reported.`,
  bounced: t`Gets no mail: mail bounced.`,
  dropped: t`Gets no mail: the mail service refused it.`,
};
const describeState = (reason: string): string => STATES[reason.toLowerCase()] ?? t`Gets no mail.`;

const SOURCES: Readonly<Record<string, string>> = {
  event: t`A lead said so.`,
  emEvent: t`The mail service said so.`,
  link: t`The link in a mail was used.`,
  manual: t`A user chose it.`,
  import: t`An import contained it.`,
};

/** Whether each email address of a person may get mail (D13.4); suppress one, or allow mail again. */
export const PersonConsent = ({ person }: { readonly person: Person }) => {
  const addresses = (person.emails ?? []).flatMap(({ value, status }) =>
    value ? [{ value, status: status ?? '' }] : [],
  );
  if (addresses.length === 0) return null;
  return (
    <Card title={t`Email consent`}>
      {addresses.map(({ value, status }) => (
        <Address key={value} address={value} status={status} />
      ))}
    </Card>
  );
};

interface AddressProps {
  readonly address: string;
  /** The status of the email of the person: empty if it gets mail. */
  readonly status: string;
}

const Address = ({ address, status }: AddressProps) => {
  const { isAdmin, seesDeals } = usePermissions();
  return (
    <div>
      <Text truncate title={address}>
        {address}
      </Text>
      {isAdmin ? (
        <Suppression address={address} status={status} />
      ) : (
        <Group gap="xs">
          <Text size="sm" c="dimmed">
            {status ? describeState(status) : t`Gets mail`}
          </Text>
          {/* The API lets all but lenders suppress an address. */}
          {seesDeals && status === '' && <SuppressButton address={address} />}
        </Group>
      )}
    </div>
  );
};

/** The suppression of an address, which only the owner and brokers read. */
const Suppression = ({ address, status }: AddressProps) => {
  const query = useRecord(['suppressions', address], (options) =>
    porchlight.suppressions.list({ address, limit: 1 }, options),
  );
  const suppression = query.data && getRecords(query.data)[0];
  if (query.error) return <ErrorAlert error={query.error} retry={() => void query.refetch()} />;
  if (!suppression) {
    return (
      <Group gap="xs">
        <Text size="sm" c="dimmed">
          {status ? describeState(status) : t`Gets mail`}
        </Text>
        {query.data && <SuppressButton address={address} />}
      </Group>
    );
  }
  const { id, reason, source, created } = suppression;
  return (
    <Group gap="xs">
      <Text size="sm">
        {[describeState(reason ?? ''), SOURCES[source ?? '']].filter(Boolean).join(' ')}
        <br />
        <DateTime at={created} />
      </Text>
      <ConfirmButton
        harmless
        label={t`Allow mail`}
        name={t`Allow mail to ${address}`}
        title={t`Allow mail to ${address}?`}
        description={t`Do this only if the person asked for mail again. The audit log records it.`}
        act={() => porchlight.suppressions.delete(id)}
        subjects={SUBJECTS}
      />
    </Group>
  );
};

const SuppressButton = ({ address }: { readonly address: string }) => (
  <DialogButton label={t`Stop mail`} name={t`Stop mail to ${address}`} size="compact-sm" variant="default">
    {(close) => <SuppressDialog address={address} onClose={close} />}
  </DialogButton>
);

type Values = { reason: string };

const SuppressDialog = ({ address, onClose }: { readonly address: string; onClose(): void }) => {
  const initialValues: Values = { reason: 'unsubscribed' };
  return (
    <FormDialog
      title={t`Stop mail to ${address}?`}
      label={t`Stop mail`}
      initialValues={initialValues}
      change={useChange(
        ({ reason }: Values) => porchlight.suppressions.create({ address, reason: reason as Reason }),
        ...SUBJECTS,
      )}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Text>
            <Trans>
              Plans, automations and campaigns send no mail to this address. Only an owner or broker ends this.
            </Trans>
          </Text>
          <NativeSelect
            label={t`Reason`}
            data={Object.entries(REASONS).map(([value, label]) => ({ value, label }))}
            {...form.getInputProps('reason')}
          />
        </>
      )}
    </FormDialog>
  );
};
