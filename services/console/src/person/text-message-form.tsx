import { t } from '@lingui/core/macro';
import { Group, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { useChange, useRecord } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { Form, SubmitSection, submitOnCtrlEnter } from '../components/form';
import { required } from '../components/validators';
import { useDraftForm } from '../session/use-draft-form';
import { PhoneInput } from './phone-input';

type Person = Schemas['Person'];

/** Logs a text message; none is sent. The user's own number is that of the profile. */
export const TextMessageForm = ({ person }: { readonly person: Person }) => {
  const me = useRecord(['users', 'me'], (options) => porchlight.users.me(undefined, options));
  return me.isPending ? null : <Fields person={person} own={me.data?.phone ?? ''} />;
};

const Fields = ({ person, own }: { readonly person: Person; readonly own: string }) => {
  const initialValues = { message: '', direction: 'sent', phone: person.phones?.[0]?.value ?? '', own };
  const { form, clear } = useDraftForm(`text/${person.id}`, initialValues, {
    message: required(t`the text`),
    phone: required(t`the number`),
    own: required(t`your number`),
  });
  const change = useChange(
    ({ message, direction, phone, own: ownNumber }: typeof initialValues) =>
      porchlight.textMessages.create({
        personId: person.id,
        message,
        isIncoming: direction === 'received',
        ...(direction === 'received'
          ? { fromNumber: phone, toNumber: ownNumber }
          : { fromNumber: ownNumber, toNumber: phone }),
      }),
    'textMessages',
    'people',
  );
  return (
    <Form onSubmit={form.onSubmit((values) => change.mutate(values, { onSuccess: clear }))}>
      <Textarea
        label={t`Text message`}
        description={t`The message is logged, not sent.`}
        rows={3}
        onKeyDown={submitOnCtrlEnter}
        {...form.getInputProps('message')}
      />
      <Group align="flex-end">
        <SegmentedControl
          aria-label={t`Direction`}
          data={[
            { value: 'sent', label: t`Sent` },
            { value: 'received', label: t`Received` },
          ]}
          {...form.getInputProps('direction')}
        />
        <PhoneInput label={t`Their number`} person={person} {...form.getInputProps('phone')} />
        <TextInput label={t`Your number`} type="tel" {...form.getInputProps('own')} />
      </Group>
      <SubmitSection atEnd label={t`Log text`} change={change} done={form.isDirty('message') ? '' : t`Text logged.`} />
    </Form>
  );
};
