import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, NativeSelect, Paper, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useCollection } from '../api/hooks';
import { TASK_TYPES } from '../api/generated-names';
import { porchlight } from '../api/porchlight';
import { PageFrame } from '../components/page-frame';
import { useSearchFilters } from '../components/use-search-filters';
import { useSession } from '../session/session';
import { useUsers } from '../users/use-users';
import NewTask from './new-task';
import { TaskList } from './task-list';
import { dueQuery, DUE_PARTS, type DuePart } from './due-parts';
import { useToday } from './use-today';

const EVERYONE = 'everyone';

/** Tasks: mine or of others, by day and type. Filters are in the address. */
export default function TasksPage() {
  const { user } = useSession();
  const { filters, set } = useSearchFilters({ due: 'open', of: String(user.id), type: '' });
  const users = useUsers();
  const { today } = useToday();
  const [creating, setCreating] = useState(false);
  const tasks = useCollection(['tasks'], porchlight.tasks.list, {
    ...dueQuery(filters.due as DuePart, today),
    assignedUserId: filters.of === EVERYONE ? undefined : [Number(filters.of)],
    type: filters.type === '' ? undefined : [filters.type as (typeof TASK_TYPES)[number]],
  });
  return (
    <PageFrame
      title={t`Tasks`}
      actions={
        <Button aria-haspopup="dialog" onClick={() => setCreating(true)}>
          <Trans>Create task</Trans>
        </Button>
      }
    >
      <Group align="flex-end">
        <SegmentedControl
          aria-label={t`Due`}
          data={DUE_PARTS.map(({ value, label }) => ({ value, label }))}
          value={filters.due}
          onChange={(value) => set({ due: value })}
        />
        <NativeSelect
          label={t`Assigned to`}
          data={[
            { value: EVERYONE, label: t`Everyone` },
            ...(users.options.some(({ value }) => value === filters.of)
              ? []
              : [{ value: filters.of, label: filters.of === String(user.id) ? user.name : t`user ${filters.of}` }]),
            ...users.options,
          ].filter(({ value }, index, all) => all.findIndex((one) => one.value === value) === index)}
          value={filters.of}
          onChange={({ currentTarget }) => set({ of: currentTarget.value })}
        />
        <NativeSelect
          label={t`Type`}
          data={[{ value: '', label: t`Any type` }, ...TASK_TYPES.map((type) => ({ value: type, label: type }))]}
          value={filters.type}
          onChange={({ currentTarget }) => set({ type: currentTarget.value })}
        />
      </Group>
      <Paper withBorder px="md" py="xs">
        <TaskList
          list={tasks}
          withPerson
          empty={DUE_PARTS.find(({ value }) => value === filters.due)?.empty ?? t`No tasks.`}
        />
      </Paper>
      {creating && <NewTask onClose={() => setCreating(false)} />}
    </PageFrame>
  );
}
