import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, List, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Schemas } from '@porchlight/sdk';
import { useState } from 'react';
import { EVENT_TYPES } from '../api/generated-names';
import { useCollection } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { Card } from '../components/card';
import { Form } from '../components/form';
import { wholeNumber } from '../components/validators';
import { findLeadRule, type SampleLead, type UnmetCondition } from './find-lead-rule';
import { formatCondition, IGNORE, nameOfRule, parsePrice, targetOf, type Rule } from './lead-flow-rule';
import type { TargetChoices } from './use-choices';

type LeadGroup = Schemas['Group'];
type User = Schemas['User'];

/** Types of sample leads: the service records `Inquiry` as one of the inquiries. */
const TYPES = EVENT_TYPES.filter((type) => type !== 'Inquiry');

interface Props {
  readonly rules: readonly Rule[];
  readonly targets: TargetChoices;
}

/** “Who would get this lead?”: describes a lead and says which rule takes it, who gets it, and why others do not. */
export const LeadFinder = ({ rules, targets }: Props) => {
  const [lead, setLead] = useState<SampleLead>();
  const form = useForm({
    initialValues: { source: '', type: 'Property Inquiry', price: '', postalCode: '' },
    validate: { price: wholeNumber },
  });
  return (
    <Card title={t`Who would get this lead?`}>
      <Form onSubmit={form.onSubmit(({ price, ...values }) => setLead({ ...values, price: parsePrice(price) }))}>
        <Group align="flex-end">
          <TextInput label={t`Source`} placeholder={t`harborlane.example`} {...form.getInputProps('source')} />
          <NativeSelect label={t`Type`} data={[...TYPES]} {...form.getInputProps('type')} />
          <TextInput label={t`Price`} inputMode="numeric" w="8rem" {...form.getInputProps('price')} />
          <TextInput label={t`Postal code`} w="8rem" {...form.getInputProps('postalCode')} />
          <Button type="submit" variant="default">
            <Trans>Find out</Trans>
          </Button>
        </Group>
      </Form>
      <div role="status">{lead && <Answer lead={lead} rules={rules} targets={targets} />}</div>
    </Card>
  );
};

/** The conditions that a lead does not meet, in words. */
const UNMET: Readonly<Record<UnmetCondition, string>> = {
  source: t`source`,
  type: t`type`,
  price: t`price`,
  'postal code': t`postal code`,
};

const isAvailable = (user: Pick<User, 'status' | 'pauseLeadDistribution'> | undefined): boolean =>
  user?.status === 'Active' && !user.pauseLeadDistribution;

/** The API does not say which user of a group is the next in turn. */
const describeGroup = (
  { name, distribution, claimWindow, users: members }: LeadGroup,
  users: readonly User[],
): string => {
  const available = members.filter((member) => isAvailable(users.find(({ id }) => id === member.id)));
  const names = available.map((member) => member.name).join(', ');
  if (available.length === 0) return t`No user: all users of ${name ?? ''} are paused or disabled.`;
  if (distribution === 'first-to-claim')
    return t`The first who claims it within ${claimWindow ?? 30} minutes gets it: ${names} (${name ?? ''}).`;
  return available.length === 1
    ? t`${names} gets it: the only available user of ${name ?? ''}.`
    : t`One of these users of ${name ?? ''} gets it, in turn: ${names}.`;
};

const describeTarget = (
  rule: Rule,
  users: readonly User[],
  groups: readonly LeadGroup[],
  format: TargetChoices['format'],
): string => {
  const target = targetOf(rule);
  if (target === IGNORE) return t`No user: the lead is ignored.`;
  if (rule.assignGroupId) {
    const group = groups.find(({ id }) => id === rule.assignGroupId);
    return group ? describeGroup(group, users) : t`No user: the group does not exist.`;
  }
  if (rule.assignPondId) return t`No user yet: it goes to the pond ${format(target)}.`;
  if (!rule.assignUserId) return t`The rule names no user: the user of the API key that sends the lead gets it.`;
  return isAvailable(users.find(({ id }) => id === rule.assignUserId))
    ? t`${format(target)} gets it.`
    : t`${format(target)} gets no leads now: the user of the API key that sends the lead gets it.`;
};

const Answer = ({ lead, rules, targets }: Props & { readonly lead: SampleLead }) => {
  const users = useCollection(['users'], porchlight.users.list, { limit: 100, sort: 'name' });
  const groups = useCollection(['groups'], porchlight.groups.list, { limit: 100, sort: 'name' });
  const { rule, passed } = findLeadRule(rules, lead);
  if (users.pending || groups.pending) return null;
  return (
    <Stack gap={4} mt="sm">
      <Text fw={600}>
        {rule
          ? describeTarget(rule, users.rows, groups.rows, targets.format)
          : t`No rule takes it: the user of the API key that sends the lead gets it.`}
      </Text>
      {rule && <Text>{t`By “${nameOfRule(rule)}”: ${formatCondition(rule)}.`}</Text>}
      {passed.length > 0 && (
        <List size="sm">
          {passed.map((one) => (
            <List.Item
              key={one.rule.id}
            >{t`“${nameOfRule(one.rule)}” does not: another ${UNMET[one.unmet]}.`}</List.Item>
          ))}
        </List>
      )}
      <Text size="sm" c="dimmed">
        <Trans>For a new person. A lead of a person in the account stays with the agent of that person.</Trans>
      </Text>
    </Stack>
  );
};
