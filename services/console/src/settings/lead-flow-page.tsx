import { t } from '@lingui/core/macro';
import { Group, MultiSelect, NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { EVENT_TYPES } from '../api/generated-names';
import { useCollection } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { PageFrame } from '../components/page-frame';
import { CreateRecord, RecordList, type RecordKind } from '../components/record-list';
import { wholeNumber } from '../components/validators';
import { LeadFinder } from './lead-finder';
import {
  formatCondition,
  IGNORE,
  LABELS,
  nameOfRule,
  RENAMED,
  targetOf,
  toBody,
  toValues,
  type Rule,
  type RuleBody,
  type RuleValues,
} from './lead-flow-rule';
import { IN_ORDER } from './list-queries';
import { usePlanChoices, useTargetChoices, type TargetChoices } from './use-choices';

type Plans = ReturnType<typeof usePlanChoices>;

interface FieldsProps {
  readonly form: UseFormReturnType<RuleValues>;
  readonly targets: TargetChoices;
  readonly plans: Plans;
}

const Fields = ({ form, targets, plans }: FieldsProps) => (
  <>
    <TextInput label={LABELS.name} data-autofocus maxLength={255} {...form.getInputProps('name')} />
    <Textarea
      label={LABELS.sources}
      description={t`One per line, such as harborlane.example. Empty: all.`}
      rows={2}
      {...form.getInputProps('sources')}
    />
    <MultiSelect
      label={LABELS.types}
      description={t`Empty: all. “Inquiry” takes property and general inquiries.`}
      data={[...EVENT_TYPES]}
      comboboxProps={{ transitionProps: { duration: 0 } }}
      withScrollArea={false}
      {...form.getInputProps('types')}
    />
    <Group grow align="flex-start">
      <TextInput label={LABELS.minPrice} inputMode="numeric" {...form.getInputProps('minPrice')} />
      <TextInput label={LABELS.maxPrice} inputMode="numeric" {...form.getInputProps('maxPrice')} />
    </Group>
    <Textarea
      label={LABELS.postalCodes}
      description={t`One per line. 78701 takes 78701-1234 too. Empty: all.`}
      rows={2}
      {...form.getInputProps('postalCodes')}
    />
    <NativeSelect
      label={t`Leads go to`}
      data={[
        { value: '', label: t`No user in particular` },
        ...targets.groups,
        { group: t`Otherwise`, items: [{ value: IGNORE, label: t`Ignore the lead: nothing is stored` }] },
      ]}
      {...form.getInputProps('target')}
    />
    {form.values.target !== IGNORE && (
      <NativeSelect
        label={LABELS.actionPlanId}
        data={[{ value: '', label: t`None` }, ...plans]}
        {...form.getInputProps('actionPlanId')}
      />
    )}
  </>
);

const formatTarget = (rule: Rule, targets: TargetChoices): string => {
  const target = targetOf(rule);
  if (target === IGNORE) return t`Ignored`;
  return target === '' ? t`No user in particular` : targets.format(target);
};

const createKind = (targets: TargetChoices, plans: Plans): RecordKind<Rule, RuleValues, RuleBody> => ({
  createLabel: t`Create rule`,
  deleteLabel: t`Delete rule`,
  caption: t`Rules of lead flow`,
  api: porchlight.leadFlows,
  subjects: ['leadFlows'],
  query: IN_ORDER,
  empty: t`No rules yet. Until there is one, a new lead goes to the agent or lender whose API key sends it. With the key of an owner or a broker, it stays unassigned.`,
  ordered: true,
  nameOf: nameOfRule,
  columns: [
    { title: t`Rule`, show: nameOfRule },
    { title: t`Leads`, show: formatCondition },
    { title: t`Go to`, show: (rule) => formatTarget(rule, targets) },
    {
      title: t`Action plan`,
      show: ({ actionPlanId }) =>
        actionPlanId && (plans.find(({ value }) => value === String(actionPlanId))?.label ?? t`Plan ${actionPlanId}`),
    },
  ],
  toValues,
  validate: { minPrice: wholeNumber, maxPrice: wholeNumber },
  toBody,
  labels: LABELS,
  renamed: RENAMED,
  fields: (form) => <Fields form={form} targets={targets} plans={plans} />,
  removal: ({ id }) => ({
    description: t`The rule is deleted. New leads go on to the next rule that fits.`,
    act: () => porchlight.leadFlows.delete(id),
  }),
});

/** The rules of lead flow: create, edit, order, delete, and try. */
export default function LeadFlowPage() {
  const targets = useTargetChoices();
  const kind = createKind(targets, usePlanChoices());
  const { rows } = useCollection(['leadFlows'], porchlight.leadFlows.list, IN_ORDER);
  return (
    <PageFrame
      title={t`Lead flow`}
      about={t`The first rule that fits a new lead decides who gets it. The order matters: put narrow rules before wide ones.`}
      actions={<CreateRecord kind={kind} />}
    >
      <RecordList kind={kind} />
      <LeadFinder rules={rows} />
    </PageFrame>
  );
}
