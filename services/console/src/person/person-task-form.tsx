import { t } from '@lingui/core/macro';
import { useChange } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { Form, SubmitSection } from '../components/form';
import { required } from '../components/validators';
import { useSession } from '../session/session';
import { useDraftForm } from '../session/use-draft-form';
import { emptyTask, TaskFields, toTaskBody, type TaskValues } from '../tasks/task-fields';
import { TASK_SUBJECTS } from '../tasks/task-item';

/** Adds a task for the person that is shown. */
export const PersonTaskForm = ({ personId }: { readonly personId: number }) => {
  const { user } = useSession();
  const { form, clear } = useDraftForm(`task/${personId}`, { ...emptyTask(user.id) }, { name: required(t`a task`) });
  const change = useChange(
    (values: TaskValues) => porchlight.tasks.create({ personId, ...toTaskBody(values) }),
    ...TASK_SUBJECTS,
  );
  return (
    <Form onSubmit={form.onSubmit((values) => change.mutate(values, { onSuccess: clear }))}>
      <TaskFields form={form} />
      <SubmitSection atEnd label={t`Add task`} change={change} done={form.isDirty('name') ? '' : t`Task added.`} />
    </Form>
  );
};
