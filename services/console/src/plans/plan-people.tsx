import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Stack, Text } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { useChange, useCollection } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { ChangeButton } from '../components/change-button';
import { DataTable } from '../components/data-table';
import { DateTime } from '../components/date-time';
import { DialogButton } from '../components/dialog-button';
import { FormDialog } from '../components/form-dialog';
import { PersonLink } from '../components/person-link';
import { PersonPicker } from '../components/person-picker';
import { StatusBadge } from '../components/status-badge';
import { requiredChoice } from '../components/validators';
import { usePersonNames } from './use-person-names';

type Plan = Schemas['ActionPlan'];
type AppliedPlan = Schemas['AppliedPlan'];

const SUBJECTS = ['actionPlansPeople'];
const FIELDS = ['allFields'];

/** Why emails and steps of a person did not happen. */
const listFailures = ({ refusedSteps = [], mails = [] }: AppliedPlan): string[] => [
  ...refusedSteps.map(({ step, reason }) => t`Step ${step ?? ''}: ${reason ?? ''}`),
  ...mails
    .filter(({ status }) => status === 'NotSent' || status === 'Unknown')
    .map(({ status, reason }) => t`Email ${status === 'NotSent' ? t`not sent` : t`perhaps sent`}: ${reason ?? ''}`),
];

/** The people who are on a plan: their next step, what failed, and buttons to pause and continue. */
export const PlanPeople = ({ plan }: { readonly plan: Plan }) => {
  const list = useCollection(['actionPlansPeople', t`of plan`], porchlight.actionPlansPeople.list, {
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
          { title: t`Status`, whole: true, show: ({ status }) => <StatusBadge status={status ?? ''} /> },
          { title: t`Next step`, show: (applied) => <NextStep applied={applied} /> },
          { title: t`Started`, whole: true, show: ({ created }) => <DateTime at={created} /> },
          { title: t`Failed`, show: (applied) => <Failures texts={listFailures(applied)} /> },
        ]}
        actions={(applied) => <PauseButton applied={applied} name={nameOf(applied.personId)} />}
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

const Failures = ({ texts }: { readonly texts: readonly string[] }) =>
  texts.map((text) => (
    <Text key={text} size="sm" c="var(--mantine-color-error)">
      {text}
    </Text>
  ));

const PauseButton = ({ applied: { id, status }, name }: { readonly applied: AppliedPlan; readonly name: string }) => {
  if (status !== 'Running' && status !== 'Paused') return null;
  const isRunning = status === 'Running';
  return (
    <ChangeButton
      verb={isRunning ? t`Pause` : t`Continue`}
      what={name}
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
