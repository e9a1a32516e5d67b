import { Alert, Code, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { OperationResult } from '@porchlight/sdk';
import { useChange, useRecord } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { ChangeButton } from '../components/change-button';
import { ConfirmButton } from '../components/confirm-button';
import { Form, SubmitSection } from '../components/form';
import { QueryResult } from '../components/loading';
import { usePermissions } from '../session/session';

type Sender = OperationResult<'marketing.senderDomain.get'>;

/** The sender of mails to contacts and the DNS record that verifies its domain (N5). */
export const SenderDomain = () => {
  const sender = useRecord(['senderDomain'], (options) => porchlight.senderDomain.get(undefined, options));
  return (
    <QueryResult query={sender} what="the sender of emails">
      {(data) => <SenderForm sender={data} />}
    </QueryResult>
  );
};

const STATUS_TEXTS: Readonly<Record<string, string>> = {
  None: 'No sender is set: emails come from the address of this installation.',
  Pending: 'The domain is not verified yet.',
  Verified: 'The domain is verified. Emails to contacts come from this address.',
};

const WAIT = 'wait until you verify a domain. No email is lost.';

const formatWarning = ({ required, requiredFrom }: Sender): string =>
  !required || !requiredFrom
    ? `Emails to contacts ${WAIT}`
    : `From ${requiredFrom.slice(0, 10)} on, emails to contacts ${WAIT}`;

const SenderForm = ({ sender }: { readonly sender: Sender }) => {
  const { isOwner } = usePermissions();
  const save = useChange((values: { address: string }) => porchlight.senderDomain.update(values), 'senderDomain');
  const form = useForm({ initialValues: { address: sender.address ?? '' } });
  const { status = 'None', record, problem } = sender;
  return (
    <Stack>
      {sender.required && status !== 'Verified' && (
        <Alert color="yellow" variant="light" role="alert" title="A sender domain is required">
          {formatWarning(sender)}
        </Alert>
      )}
      <Form onSubmit={form.onSubmit((values) => save.mutate(values))}>
        <TextInput
          label="Sender of emails to contacts"
          description="An address of a domain of yours, such as team@harborlane.example."
          maxLength={254}
          maw="28rem"
          readOnly={!isOwner}
          {...form.getInputProps('address')}
        />
        {isOwner && <SubmitSection label="Save sender" change={save} done="Sender saved." />}
      </Form>
      <Text size="sm">{STATUS_TEXTS[status]}</Text>
      {isOwner && status !== 'None' && (
        <ConfirmButton
          verb="Remove sender"
          what={`${sender.address}`}
          harmless
          description="Emails to contacts come from the address of this installation again."
          act={() => porchlight.senderDomain.delete()}
          subjects={['senderDomain']}
        />
      )}
      {status === 'Pending' && record && (
        <Stack gap="xs">
          <Text size="sm">Add this TXT record at your DNS provider:</Text>
          <Text size="sm">
            Name <Code>{record.name}</Code>
          </Text>
          <Text size="sm">
            Value <Code>{record.value}</Code>
          </Text>
          {problem && <Text size="sm">{problem}</Text>}
          {isOwner && (
            <ChangeButton
              verb="Verify domain"
              act={() => porchlight.senderDomain.verify()}
              subjects={['senderDomain']}
              done={(result) =>
                result.status === 'Verified' ? 'The domain is verified.' : 'The record was not found.'
              }
            />
          )}
        </Stack>
      )}
    </Stack>
  );
};
