import { t } from '@lingui/core/macro';
import { TextInput } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import { useChange, useCollection } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { DataTable } from '../components/data-table';
import { DialogButton } from '../components/dialog-button';
import { FormDialog } from '../components/form-dialog';
import { PageFrame } from '../components/page-frame';
import { RelativeTime } from '../components/relative-time';
import { required } from '../components/validators';
import { usePermissions } from '../session/session';
import { summarizeStep, useTemplates } from './step-summary';
import { toStepValues } from './step-values';

/** The action plans: steps that run for a person at set times. */
export default function PlansPage() {
  const { isAdmin } = usePermissions();
  const { templateName } = useTemplates();
  const list = useCollection(['actionPlans', 'list'], porchlight.actionPlans.list, {
    sort: 'name',
    fields: ['id', 'name', 'steps', 'updated'],
  });
  return (
    <PageFrame
      title={t`Action plans`}
      about={t`Steps that run for a person at set times: emails, tasks, tags, notes. A plan pauses when the person answers.`}
      actions={
        isAdmin && <DialogButton label={t`Create plan`}>{(close) => <CreatePlan onClose={close} />}</DialogButton>
      }
    >
      <DataTable
        caption={t`Action plans`}
        list={list}
        empty={t`No action plans yet. A plan follows up for you: it sends emails and creates tasks on the days you set.`}
        columns={[
          { title: t`Plan`, show: ({ id, name }) => <Link to={`/plans/${id}`}>{name}</Link> },
          {
            title: t`Steps`,
            show: ({ steps }) =>
              toStepValues(steps)
                .map((step) => summarizeStep(step, templateName))
                .join(' → ') || t`None`,
          },
          { title: t`Changed`, whole: true, show: ({ updated }) => <RelativeTime at={updated} /> },
        ]}
      />
    </PageFrame>
  );
}

const CreatePlan = ({ onClose }: { readonly onClose: () => void }) => {
  const navigate = useNavigate();
  return (
    <FormDialog
      title={t`Create plan`}
      initialValues={{ name: '' }}
      validate={{ name: required(t`a name`) }}
      change={useChange(
        ({ name }: { name: string }) => porchlight.actionPlans.create({ name: name.trim() }),
        'actionPlans',
      )}
      onClose={onClose}
      onSuccess={({ id }) => void navigate(`/plans/${id}`)}
    >
      {(form) => (
        <TextInput label={t`Name`} placeholder={t`New buyer`} data-autofocus {...form.getInputProps('name')} />
      )}
    </FormDialog>
  );
};
