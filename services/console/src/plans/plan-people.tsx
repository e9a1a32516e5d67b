import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Stack, Text } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { useChange, useCollection } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { ButtonRow } from '../components/button-row';
import { ChangeButton } from '../components/change-button';
import { ConfirmButton } from '../components/confirm-button';
import { DataTable } from '../components/data-table';
import { DateTime } from '../components/date-time';
import { DialogButton } from '../components/dialog-button';
import { FormDialog } from '../components/form-dialog';
import { PersonLink } from '../components/person-link';
import { PersonPicker } from '../components/person-picker';
import { STATUS_COLUMN } from '../components/status-column';
import { requiredChoice } from '../components/validators';
import { usePersonNames } from './use-person-names';

type Plan = Schemas['ActionPlan'];
type AppliedPlan = Schemas['AppliedPlan'];

const SUBJECTS = ['actionPlansPeople'];
const FIELDS = ['allFields'];

interface Failure {
  /** Index of the step. */
  readonly step: number;
  readonly text: string;
  readonly canRetry: boolean;
}

/** Why emails and steps of a person did not happen. */
const listFailures = ({ refusedSteps = [], mails = [] }: AppliedPlan): Failure[] => [
  ...refusedSteps.map(({ step = 0, reason }) => ({
    step,
    text: t`Step ${step + 1}: ${reason ?? ''}`,
    canRetry: true,
  })),
  ...mails
    .filter(({ status }) => status === 'NotSent' || status === 'Unknown')
    .map(({ step = 0, status, reason }) => ({
      step,
      text:
        status === 'NotSent'
          ? t`Step ${step + 1}: email not sent. ${reason ?? ''}`
          : t`Step ${step + 1}: email perhaps sent. ${reason ?? ''}`,
      canRetry: status === 'NotSent',
    })),
];

/** The people who are on a plan: their next step, what failed, and buttons to pause and continue. */
export const PlanPeople = ({ plan }: { readonly plan: Plan }) => {
  const list = useCollection(['actionPlansPeople', 'ofPlan'], porchlight.actionPlansPeople.list, {
    actionPlanId: plan.id,
    fields: FIELDS,
    sort: '-id',
  });
  const nameOf = usePersonNames(list.rows.map(({ personId }) => personId ?? 0));
  return (
    <Stack gap="sm">
      <div>
        <DialogButton label={t`Start for person`} variant="default">
          {(close) => <StartPlan plan={plan} onClose={close} />}
        </DialogButton>
      </div>
      <DataTable
        caption={t`People on the plan`}
        list={list}
        empty={t`No people on this plan. Start it here, on the page of a person, or by a rule of the lead flow.`}
        columns={[
          { title: t`Person`, show: ({ personId }) => <PersonLink id={personId} name={nameOf(personId)} /> },
          STATUS_COLUMN,
          { title: t`Next step`, show: (applied) => <NextStep applied={applied} /> },
          { title: t`Started`, whole: true, show: ({ created }) => <DateTime at={created} /> },
          { title: t`Failed`, show: (applied) => <Failures applied={applied} name={nameOf(applied.personId)} /> },
        ]}
        actions={(applied) => <RowButtons applied={applied} name={nameOf(applied.personId)} />}
      />
    </Stack>
  );
};

const NextStep = ({ applied: { status, nextStep, nextStepAt } }: { readonly applied: AppliedPlan }) => {
  if (status === 'Completed' || !nextStep)
    return (
      <Text c="dimmed">
        <Trans>None</Trans>
      </Text>
    );
  return (
    <span>
      {t`Step ${nextStep}`}
      {status === 'Running' && nextStepAt && (
        <Text size="xs" c="dimmed">
          <DateTime at={nextStepAt} />
        </Text>
      )}
    </span>
  );
};

interface RowProps {
  readonly applied: AppliedPlan;
  readonly name: string;
}

const Failures = ({ applied, name }: RowProps) =>
  listFailures(applied).map(({ step, text, canRetry }) => (
    <div key={step}>
      <Text size="sm" c="var(--mantine-color-error)">
        {text}
      </Text>
      {canRetry && (
        <ChangeButton
          label={t`Retry`}
          name={t`Retry step ${step + 1} of ${name}`}
          act={() => porchlight.actionPlansPeople.retry(applied.id, { step })}
          subjects={SUBJECTS}
        />
      )}
    </div>
  ));

const RowButtons = ({ applied, name }: RowProps) => (
  <ButtonRow>
    <PauseButton applied={applied} name={name} />
    <ConfirmButton
      label={t`Remove`}
      name={t`Remove ${name}`}
      title={t`Remove ${name}?`}
      confirm={t`Remove from plan`}
      description={t`No further step runs, and emails that wait are not sent. What the plan did stays on the person.`}
      act={() => porchlight.actionPlansPeople.delete(applied.id)}
      subjects={SUBJECTS}
    />
  </ButtonRow>
);

const PauseButton = ({ applied: { id, status }, name }: RowProps) => {
  if (status !== 'Running' && status !== 'Paused') return null;
  const isRunning = status === 'Running';
  return (
    <ChangeButton
      label={isRunning ? t`Pause` : t`Continue`}
      name={isRunning ? t`Pause ${name}` : t`Continue ${name}`}
      act={() => porchlight.actionPlansPeople.update(id, { status: isRunning ? 'Paused' : 'Running' })}
      subjects={SUBJECTS}
    />
  );
};

const StartPlan = ({ plan, onClose }: { readonly plan: Plan; readonly onClose: () => void }) => (
  <FormDialog
    title={t`Start ${plan.name ?? ''}`}
    label={t`Start plan`}
    initialValues={{ personId: '' }}
    validate={{ personId: requiredChoice }}
    change={useChange(
      ({ personId }: { personId: string }) =>
        porchlight.actionPlansPeople.create({ personId: Number(personId), actionPlanId: plan.id }),
      ...SUBJECTS,
    )}
    onClose={onClose}
  >
    {(form) => <PersonPicker label={t`Person`} {...form.getInputProps('personId')} />}
  </FormDialog>
);
