import { t } from '@lingui/core/macro';
import type { Schemas } from '@porchlight/sdk';
import { porchlight } from '../api/porchlight';
import { useSave } from '../api/use-save';
import { FormDialog } from '../components/form-dialog';
import { required } from '../components/validators';
import { TASK_LABELS, TaskFields, toTaskBody, toTaskValues } from './task-fields';

interface Props {
  readonly task: Schemas['Task'];
  onClose(): void;
}

/** A dialog that changes a task. */
export const EditTask = ({ task, onClose }: Props) => (
  <FormDialog
    title={t`Edit task`}
    label={t`Save task`}
    initialValues={{ ...toTaskValues(task) }}
    validate={{ name: required(t`a task`) }}
    change={useSave({
      record: task,
      api: porchlight.tasks,
      toValues: toTaskValues,
      toBody: toTaskBody,
      labels: TASK_LABELS,
      subjects: ['tasks', 'people'],
    })}
    onClose={onClose}
  >
    {(form) => <TaskFields form={form} />}
  </FormDialog>
);
