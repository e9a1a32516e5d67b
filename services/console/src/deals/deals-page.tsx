import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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
      title={t`Deals`}
      actions={
        <Group>
          {isOwner && (
            <Button component={Link} to="/pipelines" variant="default">
              <Trans>Edit pipelines</Trans>
            </Button>
          )}
          {/* A deal needs the stage of a pipeline. */}
          {pipeline && (
            <Button aria-haspopup="dialog" onClick={() => setCreating(true)}>
              <Trans>Create deal</Trans>
            </Button>
          )}
        </Group>
      }
    >
      {pipeline && (
        <Group align="flex-end">
          <NativeSelect
            label={t`Pipeline`}
            data={pipelines.map(({ id, name }) => ({ value: String(id), label: name ?? '' }))}
            value={String(pipeline.id)}
            onChange={({ currentTarget }) => set({ pipeline: currentTarget.value })}
          />
          <NativeSelect
            label={t`Deals of`}
            data={[
              { value: '', label: t`All users` },
              { value: MINE, label: t`Me` },
            ]}
            value={filters.of}
            onChange={({ currentTarget }) => set({ of: currentTarget.value })}
          />
        </Group>
      )}
      <ListStates
        what={t`pipelines`}
        list={list}
        empty={
          isOwner ? (
            <Link to="/pipelines">
              <Trans>Create the first pipeline</Trans>
            </Link>
          ) : (
            t`No pipelines yet. Deals need one, and only the owner can create it.`
          )
        }
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
