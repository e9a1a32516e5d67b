import { t } from '@lingui/core/macro';
import { Group, NativeSelect, SegmentedControl, Textarea } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { CALL_OUTCOMES } from '../api/generated-names';
import { useChange } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { Form, SubmitSection, submitOnCtrlEnter } from '../components/form';
import { required } from '../components/validators';
import { useDraftForm } from '../session/use-draft-form';
import { PhoneInput } from './phone-input';

type Person = Schemas['Person'];
type Outcome = (typeof CALL_OUTCOMES)[number];

const NO_OUTCOME = t`No outcome`;

/** Logs a call: notes, number, direction and outcome. */
export const CallForm = ({ person }: { readonly person: Person }) => {
  const initialValues = { note: '', phone: person.phones?.[0]?.value ?? '', direction: 'made', outcome: NO_OUTCOME };
  const { form, clear } = useDraftForm(`call/${person.id}`, initialValues, { phone: required(t`the number`) });
  const change = useChange(
    ({ note, phone, direction, outcome }: typeof initialValues) =>
      porchlight.calls.create({
        personId: person.id,
        phone,
        isIncoming: direction === 'received',
        note: note.trim() || null,
        outcome: outcome === NO_OUTCOME ? null : (outcome as Outcome),
      }),
    'calls',
    'people',
  );
  return (
    <Form onSubmit={form.onSubmit((values) => change.mutate(values, { onSuccess: clear }))}>
      <Textarea label={t`Notes of the call`} rows={3} onKeyDown={submitOnCtrlEnter} {...form.getInputProps('note')} />
      <Group align="flex-end">
        <SegmentedControl
          aria-label={t`Direction`}
          data={[
            { value: 'made', label: t`Made` },
            { value: 'received', label: t`Received` },
          ]}
          {...form.getInputProps('direction')}
        />
        <PhoneInput label={t`Number`} person={person} {...form.getInputProps('phone')} />
        <NativeSelect label={t`Outcome`} data={[NO_OUTCOME, ...CALL_OUTCOMES]} {...form.getInputProps('outcome')} />
      </Group>
      <SubmitSection atEnd label={t`Log call`} change={change} done={form.isDirty('note') ? '' : t`Call logged.`} />
    </Form>
  );
};
