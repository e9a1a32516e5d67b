import { t } from '@lingui/core/macro';
import { useCollection } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { Card } from '../components/card';
import { TaskList } from '../tasks/task-list';

/** The open tasks of a person, the next one first. */
export const PersonTasks = ({ personId }: { readonly personId: number }) => {
  const tasks = useCollection(['tasks', 'open'], porchlight.tasks.list, {
    personId,
    isCompleted: false,
    sort: 'dueDate',
  });
  return (
    <Card title={t`Next`}>
      <TaskList list={tasks} empty={t`No open tasks.`} />
    </Card>
  );
};
