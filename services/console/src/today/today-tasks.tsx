import { plural, t } from '@lingui/core/macro';
import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { useCollection } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { Card } from '../components/card';
import { useSession } from '../session/session';
import { dueQuery, DUE_PARTS, type DuePart } from '../tasks/due-parts';
import { useToday } from '../tasks/use-today';
import { TaskList } from '../tasks/task-list';

/** Tasks that the card shows; the page of tasks has all. */
const MAX_SHOWN = 8;
const PARTS = DUE_PARTS.filter(({ value }) => value === 'overdue' || value === 'today' || value === 'week');

/** The user's open tasks: overdue, of today, of the next week. */
export const TodayTasks = () => {
  const { user } = useSession();
  const [selected, setSelected] = useState<DuePart>();
  const overdue = useOwnTasks('overdue', user.id);
  const part = selected ?? (overdue.rows.length > 0 ? 'overdue' : 'today');
  const tasks = useOwnTasks(part, user.id);
  return (
    <Card
      title={t`Tasks`}
      aside={
        <SegmentedControl
          size="xs"
          aria-label={t`Due`}
          data={PARTS.map(({ value, label }) => ({ value, label }))}
          value={part}
          onChange={(value) => setSelected(value as DuePart)}
        />
      }
    >
      <TaskList
        list={{ ...tasks, hasMore: false }}
        withPerson
        empty={PARTS.find(({ value }) => value === part)?.empty ?? ''}
      />
      {tasks.total > MAX_SHOWN && (
        <Link to={`/tasks?due=${part}`}>{plural(tasks.total, { one: 'All # task', other: 'All # tasks' })}</Link>
      )}
    </Card>
  );
};

const useOwnTasks = (part: DuePart, userId: number) => {
  const { today } = useToday();
  return useCollection(['tasks'], porchlight.tasks.list, {
    limit: MAX_SHOWN,
    ...dueQuery(part, today),
    assignedUserId: [userId],
  });
};
