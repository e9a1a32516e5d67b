import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Text, TextInput } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { useState } from 'react';
import { porchlight } from '../api/porchlight';
import { useSave } from '../api/use-save';
import { Form, SubmitSection } from '../components/form';
import { useDraftValue } from '../session/use-draft-value';
import { findRefusedSteps } from './refused-steps';
import { StepList } from './step-list';
import { findStepProblems, toApiSteps, toStepValues, type StepValues } from './step-values';

type Plan = Schemas['ActionPlan'];
type Values = { name: string; steps: readonly StepValues[] };

const FIELDS = { fields: ['allFields'] };

const toValues = ({ name, steps }: Plan): Values => ({ name: name ?? '', steps: toStepValues(steps) });
const toBody = ({ name, steps }: Values) => ({
  name: name.trim(),
  steps: toApiSteps(steps) as NonNullable<Schemas['ActionPlanChange']['steps']>,
});

const API = {
  get: (id: number) => porchlight.actionPlans.get(id, FIELDS),
  update: (
    id: number,
    change: Schemas['ActionPlanChange'],
    _query: undefined,
    options: Parameters<typeof porchlight.actionPlans.update>[3],
  ) => porchlight.actionPlans.update(id, change, undefined, options),
};

/** The name and the steps of a plan. What is not saved stays as a draft of the tab. */
export const PlanEditor = ({ plan }: { readonly plan: Plan }) => {
  const { value, set, clear } = useDraftValue(`actionPlan/${plan.id}`, toValues(plan));
  const [checked, setChecked] = useState(false);
  const change = useSave({
    record: plan,
    api: API,
    toValues,
    toBody,
    labels: { name: t`Name`, steps: t`Steps` },
    subjects: ['actionPlans'],
  });
  const problems = {
    ...findRefusedSteps(change.error, value.steps),
    ...(checked && findStepProblems(value.steps)),
  };
  const isNameless = value.name.trim() === '';
  const save = (): void => {
    setChecked(true);
    if (isNameless || Object.keys(findStepProblems(value.steps)).length > 0) return;
    change.mutate(value, { onSuccess: () => clear(value) });
  };
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <TextInput
        label={t`Name`}
        maw="28rem"
        value={value.name}
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
        error={checked && isNameless && t`Enter a name.`}
      />
      <StepList label={t`Steps`} steps={value.steps} onChange={(steps) => set({ steps })} problems={problems} />
      <Text size="sm" c="dimmed">
        <Trans>People who are on the plan already keep the steps that it had when it started for them.</Trans>
      </Text>
      <SubmitSection label={t`Save plan`} change={change} done={t`Saved.`} />
    </Form>
  );
};
