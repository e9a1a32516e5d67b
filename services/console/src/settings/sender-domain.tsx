import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Code, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { OperationResult } from '@porchlight/sdk';
import { useRecord } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { useSave, type RecordApi } from '../api/use-save';
import { ChangeButton } from '../components/change-button';
import { ConfirmButton } from '../components/confirm-button';
import { Form, SubmitSection } from '../components/form';
import { QueryResult } from '../components/loading';
import { usePermissions } from '../session/session';

type Sender = OperationResult<'marketing.senderDomain.get'>;

type SenderRecord = Sender & { readonly id: number };
type Values = { address: string };

/** An account has one sender. */
const SOLE = 0;

const SENDER_API: RecordApi<SenderRecord, Values> = {
  get: () => ({
    withResponse: async () => {
      const { data, response } = await porchlight.senderDomain.get().withResponse();
      return { data: { ...data, id: SOLE }, response };
    },
  }),
  update: async (_id, { address }, query, options) => ({
    ...(await porchlight.senderDomain.update({ address: address ?? '' }, query, options)),
    id: SOLE,
  }),
};

const toValues = ({ address }: Sender): Values => ({ address: address ?? '' });

/** The sender of mails to contacts and the DNS record that verifies its domain (N5). */
export const SenderDomain = () => {
  const sender = useRecord(['senderDomain'], (options) => porchlight.senderDomain.get(undefined, options));
  return (
    <QueryResult query={sender} what={t`the sender of emails`}>
      {(data) => <SenderForm sender={data} />}
    </QueryResult>
  );
};

const STATUS_TEXTS: Readonly<Record<string, string>> = {
  None: t`No sender is set: emails come from the address of this installation.`,
  Pending: t`The domain is not verified yet.`,
  Verified: t`The domain is verified. Emails to contacts come from this address.`,
};

const formatWarning = ({ required, requiredFrom }: Sender): string =>
  !required || !requiredFrom
    ? t`Emails to contacts wait until you verify a domain. No email is lost.`
    : t`From ${requiredFrom.slice(0, 10)} on, emails to contacts wait until you verify a domain. No email is lost.`;

const SenderForm = ({ sender }: { readonly sender: Sender }) => {
  const { isOwner } = usePermissions();
  const save = useSave<SenderRecord, Values, Values>({
    record: { ...sender, id: SOLE },
    api: SENDER_API,
    toValues,
    toBody: (values) => values,
    labels: { address: t`Sender of emails to contacts` },
    subjects: ['senderDomain'],
  });
  const form = useForm({ initialValues: toValues(sender) });
  const { status = 'None', record, problem } = sender;
  return (
    <Stack>
      {sender.required && status !== 'Verified' && (
        <Alert color="yellow" variant="light" role="alert" title={t`A sender domain is required`}>
          {formatWarning(sender)}
        </Alert>
      )}
      <Form onSubmit={form.onSubmit((values) => save.mutate(values))}>
        <TextInput
          label={t`Sender of emails to contacts`}
          description={t`An address of a domain of yours, such as team@harborlane.example.`}
          maxLength={254}
          maw="28rem"
          readOnly={!isOwner}
          {...form.getInputProps('address')}
        />
        {isOwner && <SubmitSection label={t`Save sender`} change={save} done={t`Sender saved.`} />}
      </Form>
      <Text size="sm">{STATUS_TEXTS[status]}</Text>
      {isOwner && status !== 'None' && (
        <ConfirmButton
          label={t`Remove sender`}
          name={t`Remove sender ${sender.address ?? ''}`}
          title={t`Remove sender ${sender.address ?? ''}?`}
          harmless
          description={t`Emails to contacts come from the address of this installation again.`}
          act={() => porchlight.senderDomain.delete()}
          subjects={['senderDomain']}
        />
      )}
      {status === 'Pending' && record && (
        <Stack gap="xs">
          <Text size="sm">
            <Trans>Add this TXT record at your DNS provider:</Trans>
          </Text>
          <Text size="sm">
            <Trans>
              Name <Code>{record.name}</Code>
            </Trans>
          </Text>
          <Text size="sm">
            <Trans>
              Value <Code>{record.value}</Code>
            </Trans>
          </Text>
          {problem && <Text size="sm">{problem}</Text>}
          {isOwner && (
            <ChangeButton
              label={t`Verify domain`}
              act={() => porchlight.senderDomain.verify()}
              subjects={['senderDomain']}
              done={(result) =>
                result.status === 'Verified' ? t`The domain is verified.` : t`The record was not found.`
              }
            />
          )}
        </Stack>
      )}
    </Stack>
  );
};
