import { Button, Group, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { ListStates } from '../components/list-states';
import { PageFrame } from '../components/page-frame';
import { useSearchFilters } from '../components/use-search-filters';
import { usePermissions, useSession } from '../session/session';
import { DealBoard } from './deal-board';
import { NewDealDialog } from './new-deal-dialog';
import { usePipelines } from './use-pipelines';

const MINE = 'mine';

/** Deals on a board: a column for each stage of a pipeline. Pipeline and filter are in the address. */
export default function DealsPage() {
  const { user } = useSession();
  const { isOwner } = usePermissions();
  const { list, pipelines } = usePipelines();
  const { filters, set } = useSearchFilters({ pipeline: '', of: '' });
  const [creating, setCreating] = useState(false);
  const pipeline = pipelines.find(({ id }) => String(id) === filters.pipeline) ?? pipelines[0];
  return (
    <PageFrame
      title="Deals"
      actions={
        <Group>
          {isOwner && (
            <Button component={Link} to="/pipelines" variant="default">
              Edit pipelines
            </Button>
          )}
          <Button onClick={() => setCreating(true)}>Create deal</Button>
        </Group>
      }
    >
      <Group align="flex-end">
        <NativeSelect
          label="Pipeline"
          data={pipelines.map(({ id, name }) => ({ value: String(id), label: name ?? '' }))}
          value={String(pipeline?.id ?? '')}
          onChange={({ currentTarget }) => set({ pipeline: currentTarget.value })}
        />
        <NativeSelect
          label="Deals of"
          data={[
            { value: '', label: 'All users' },
            { value: MINE, label: 'Me' },
          ]}
          value={filters.of}
          onChange={({ currentTarget }) => set({ of: currentTarget.value })}
        />
      </Group>
      <ListStates
        what="pipelines"
        list={list}
        empty={isOwner ? <Link to="/pipelines">Create the first pipeline</Link> : 'No pipelines yet. Ask the owner.'}
      >
        {pipeline && (
          <DealBoard
            key={pipeline.id}
            stages={pipeline.stages ?? []}
            userId={filters.of === MINE ? user.id : undefined}
          />
        )}
      </ListStates>
      {creating && <NewDealDialog onClose={() => setCreating(false)} />}
    </PageFrame>
  );
}
