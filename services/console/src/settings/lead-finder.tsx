import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Group, List, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Lead } from '@porchlight/sdk';
import { EVENT_TYPES } from '../api/generated-names';
import { useChange } from '../api/hooks';
import { useNames } from '../api/names';
import { porchlight } from '../api/porchlight';
import { BusyButton } from '../components/busy-button';
import { Card } from '../components/card';
import { ErrorAlert } from '../components/error-alert';
import { Form } from '../components/form';
import { wholeNumber } from '../components/validators';
import { describePreview, type LeadPreview } from './describe-preview';
import { parsePrice, type Rule } from './lead-flow-rule';
import { useUserChoices } from './use-choices';

/** Rules that the answer explains; an account may have 500. */
const MAX_RULES = 20;

interface Values {
  readonly source: string;
  readonly type: NonNullable<Lead['type']>;
  readonly price: string;
  readonly postalCode: string;
  /** Email or phone. */
  readonly contact: string;
  /** Id of the user whose key sends the lead; empty: the signed-in user. */
  readonly senderId: string;
}

const INITIAL: Values = {
  source: '',
  type: 'Property Inquiry',
  price: '',
  postalCode: '',
  contact: '',
  senderId: '',
};

/** A lead with the price and postal code on its person, so that they change nothing about its type. */
const toLead = ({ source, type, price, postalCode, contact }: Values): Lead => {
  const value = contact.trim();
  const amount = parsePrice(price);
  const contacts = value.includes('@') ? { emails: [{ value }] } : { phones: [{ value }] };
  return {
    type,
    ...(source.trim() !== '' && { source: source.trim() }),
    person: {
      name: t`Sample lead`,
      ...(value !== '' && contacts),
      ...(amount !== null && { price: amount }),
      ...(postalCode.trim() !== '' && { addresses: [{ code: postalCode.trim() }] }),
    },
  };
};

/** “Who would get this lead?”: describes a lead; the service says who gets it, by which rule, and why not by others. */
export const LeadFinder = ({ rules }: { readonly rules: readonly Rule[] }) => {
  const users = useUserChoices();
  const preview = useChange(({ senderId, ...lead }: Values) =>
    porchlight.leadFlows.preview(
      toLead({ senderId, ...lead }),
      senderId === '' ? undefined : { senderId: Number(senderId) },
    ),
  );
  const form = useForm<Values>({ initialValues: INITIAL, validate: { price: wholeNumber } });
  return (
    <Card title={t`Who would get this lead?`}>
      <Form onSubmit={form.onSubmit((values) => preview.mutate(values))}>
        <Group align="flex-end">
          <TextInput label={t`Source`} placeholder={t`harborlane.example`} {...form.getInputProps('source')} />
          <NativeSelect label={t`Type`} data={[...EVENT_TYPES]} {...form.getInputProps('type')} />
          <TextInput label={t`Price`} inputMode="numeric" w="8rem" {...form.getInputProps('price')} />
          <TextInput label={t`Postal code`} w="8rem" {...form.getInputProps('postalCode')} />
          <TextInput label={t`Email or phone`} {...form.getInputProps('contact')} />
          <NativeSelect
            label={t`Sent with the key of`}
            data={[{ value: '', label: t`You` }, ...users.map(({ value, label }) => ({ value, label }))]}
            {...form.getInputProps('senderId')}
          />
          <BusyButton type="submit" variant="default" busy={preview.isPending}>
            <Trans>Find out</Trans>
          </BusyButton>
        </Group>
      </Form>
      <ErrorAlert error={preview.error} />
      <div role="status">{preview.data && <Answer preview={preview.data} rules={rules} />}</div>
    </Card>
  );
};

const Answer = ({ preview, rules }: { readonly preview: LeadPreview; readonly rules: readonly Rule[] }) => {
  const names = {
    user: useNames('users', t`user`, porchlight.users.list),
    group: useNames('groups', t`group`, porchlight.groups.list),
    pond: useNames('ponds', t`pond`, porchlight.ponds.list),
    plan: useNames('actionPlans', t`plan`, porchlight.actionPlans.list),
  };
  const { title, lines, rules: others } = describePreview(preview, rules, names);
  return (
    <Stack gap={4} mt="sm">
      <Text fw={600}>{title}</Text>
      {lines.map((line) => (
        <Text key={line}>{line}</Text>
      ))}
      {others.length > 0 && (
        <List size="sm">
          {others.slice(0, MAX_RULES).map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
      )}
      {others.length > MAX_RULES && (
        <Text size="sm">
          {plural(others.length - MAX_RULES, { one: 'And # further rule.', other: 'And # further rules.' })}
        </Text>
      )}
    </Stack>
  );
};
