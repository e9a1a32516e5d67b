import { t } from '@lingui/core/macro';
import { Group, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { useChange } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { Form, SubmitSection, submitOnCtrlEnter } from '../components/form';
import { required } from '../components/validators';
import { useSession } from '../session/session';
import { useDraftForm } from '../session/use-draft-form';

/** Logs an email; none is sent. */
export const EmailForm = ({ person }: { readonly person: Schemas['Person'] }) => {
  const { user } = useSession();
  const address = person.emails?.[0]?.value ?? '';
  const initialValues = { subject: '', body: '', direction: 'sent' };
  const { form, clear } = useDraftForm(`email/${person.id}`, initialValues, { body: required(t`the text`) });
  const change = useChange(
    ({ subject, body, direction }: typeof initialValues) => {
      const isIncoming = direction === 'received';
      return porchlight.emails.create({
        personId: person.id,
        subject: subject.trim() || null,
        body,
        isIncoming,
        from: isIncoming ? address : user.email,
        to: isIncoming ? user.email : address,
      });
    },
    'emails',
    'people',
  );
  return (
    <Form onSubmit={form.onSubmit((values) => change.mutate(values, { onSuccess: clear }))}>
      <TextInput label={t`Subject`} {...form.getInputProps('subject')} />
      <Textarea
        label={t`Email`}
        description={t`The email is logged, not sent.`}
        rows={4}
        onKeyDown={submitOnCtrlEnter}
        {...form.getInputProps('body')}
      />
      <Group>
        <SegmentedControl
          aria-label={t`Direction`}
          data={[
            { value: 'sent', label: t`Sent` },
            { value: 'received', label: t`Received` },
          ]}
          {...form.getInputProps('direction')}
        />
      </Group>
      <SubmitSection atEnd label={t`Log email`} change={change} done={form.isDirty('body') ? '' : t`Email logged.`} />
    </Form>
  );
};
