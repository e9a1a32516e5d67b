import { t } from '@lingui/core/macro';
import { Stack } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { useChange, useCollection } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { ButtonRow } from '../components/button-row';
import { ChangeButton } from '../components/change-button';
import { ConfirmButton } from '../components/confirm-button';
import { DataTable } from '../components/data-table';
import { DateTime, formatTimesIn } from '../components/date-time';
import { DialogButton } from '../components/dialog-button';
import { FormDialog } from '../components/form-dialog';
import { PersonLink } from '../components/person-link';
import { PersonPicker } from '../components/person-picker';
import { STATUS_COLUMN } from '../components/status-column';
import { requiredChoice } from '../components/validators';
import { usePersonNames } from '../plans/use-person-names';
import type { Automation } from './automation-values';
import { RunLog } from './run-log';

type Run = Schemas['AutomationRun'];

const SUBJECTS = ['automationsPeople'];
const FIELDS = ['allFields'];

/** The runs of an automation: status and last line of the log, the whole log, pause and continue. */
export const AutomationRuns = ({ automation }: { readonly automation: Automation }) => {
  const list = useCollection(['automationsPeople'], porchlight.automationsPeople.list, {
    automationId: automation.id,
    fields: FIELDS,
    sort: '-id',
  });
  const nameOf = usePersonNames(list.rows.map(({ personId }) => personId ?? 0));
  const isManual = automation.trigger?.type === 'manual';
  return (
    <Stack gap="sm">
      {isManual && automation.status === 'Active' && (
        <div>
          <DialogButton label={t`Start for person`} variant="default">
            {(close) => <StartRun automation={automation} onClose={close} />}
          </DialogButton>
        </div>
      )}
      <DataTable
        caption={t`Runs`}
        list={list}
        empty={isManual ? t`No runs yet. Start one for a person.` : t`No runs yet. The trigger starts them.`}
        columns={[
          { title: t`Person`, show: ({ personId }) => <PersonLink id={personId} name={nameOf(personId)} /> },
          STATUS_COLUMN,
          { title: t`Last`, show: ({ log }) => formatTimesIn(log?.at(-1)?.text ?? '') },
          { title: t`Started`, whole: true, show: ({ created }) => <DateTime at={created} /> },
        ]}
        actions={(run) => <RunButtons run={run} name={nameOf(run.personId)} />}
      />
    </Stack>
  );
};

const RunButtons = ({ run, name }: { readonly run: Run; readonly name: string }) => {
  const { id, status } = run;
  const isPaused = status === 'Paused';
  return (
    <ButtonRow>
      <DialogButton label={t`Log`} name={t`Log of ${name}`} size="compact-sm" variant="default">
        {(close) => <RunLog run={run} name={name} onClose={close} />}
      </DialogButton>
      {status !== 'Completed' && (
        <ChangeButton
          label={isPaused ? t`Continue` : t`Pause`}
          name={isPaused ? t`Continue ${name}` : t`Pause ${name}`}
          act={() => porchlight.automationsPeople.update(id, { status: isPaused ? 'Running' : 'Paused' })}
          subjects={SUBJECTS}
        />
      )}
      <ConfirmButton
        label={t`Remove`}
        name={t`Remove ${name}`}
        title={t`Remove ${name}?`}
        confirm={t`Remove run`}
        description={t`No further step runs, and emails that wait are not sent. What the run did stays on the person.`}
        act={() => porchlight.automationsPeople.delete(id)}
        subjects={SUBJECTS}
      />
    </ButtonRow>
  );
};

const StartRun = ({ automation, onClose }: { readonly automation: Automation; readonly onClose: () => void }) => (
  <FormDialog
    title={t`Start ${automation.name ?? ''}`}
    label={t`Start run`}
    initialValues={{ personId: '' }}
    validate={{ personId: requiredChoice }}
    change={useChange(
      ({ personId }: { personId: string }) =>
        porchlight.automationsPeople.create({ personId: Number(personId), automationId: automation.id }),
      ...SUBJECTS,
    )}
    onClose={onClose}
  >
    {(form) => <PersonPicker label={t`Person`} {...form.getInputProps('personId')} />}
  </FormDialog>
);
