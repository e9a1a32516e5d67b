import { t } from '@lingui/core/macro';
import { useChange } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { useAnnounce } from '../components/announcements';
import { FormDialog } from '../components/form-dialog';
import { PersonPicker } from '../components/person-picker';
import { required, requiredChoice } from '../components/validators';
import { useSession } from '../session/session';
import { emptyTask, TaskFields, toTaskBody, type TaskValues } from './task-fields';

type Values = TaskValues & { personId: string };

/** A dialog that creates a task for a person. */
export default function NewTask({ onClose }: { readonly onClose: () => void }) {
  const { user } = useSession();
  const announce = useAnnounce();
  const initialValues: Values = { ...emptyTask(user.id), personId: '' };
  return (
    <FormDialog
      title={t`New task`}
      label={t`Create task`}
      initialValues={{ ...initialValues }}
      validate={{ name: required(t`a task`), personId: requiredChoice }}
      change={useChange(
        ({ personId, ...values }: Values) =>
          porchlight.tasks.create({ personId: Number(personId), ...toTaskBody(values) }),
        'tasks',
        'people',
      )}
      onClose={onClose}
      onSuccess={({ name }) => announce({ text: t`Created “${name ?? ''}”.` })}
    >
      {(form) => (
        <>
          <PersonPicker label={t`Person`} {...form.getInputProps('personId')} />
          <TaskFields form={form} />
        </>
      )}
    </FormDialog>
  );
}
