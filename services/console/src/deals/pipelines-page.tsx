import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Text } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { useState } from 'react';
import { Link } from 'react-router';
import { porchlight } from '../api/porchlight';
import { ButtonRow } from '../components/button-row';
import { DataTable } from '../components/data-table';
import { DeleteDialog } from '../components/delete-dialog';
import { PageFrame } from '../components/page-frame';
import { RowMenu } from '../components/row-menu';
import { EditPipeline } from './edit-pipeline';
import { usePipelines } from './use-pipelines';

type Pipeline = Schemas['Pipeline'];

/** The pipelines of deals and their stages: create, change, delete. */
export default function PipelinesPage() {
  const { list } = usePipelines();
  const [edited, setEdited] = useState<Pipeline | 'new'>();
  return (
    <PageFrame
      title={t`Pipelines`}
      about={t`A pipeline is a sequence of stages that a deal passes, for example of buyers and of sellers.`}
      actions={
        <Button aria-haspopup="dialog" onClick={() => setEdited('new')}>
          <Trans>Create pipeline</Trans>
        </Button>
      }
    >
      <Link to="/deals">
        <Trans>All deals</Trans>
      </Link>
      <DataTable
        caption={t`Pipelines`}
        list={list}
        empty={t`No pipelines yet.`}
        columns={[
          { title: t`Pipeline`, show: ({ name }) => name },
          {
            title: t`Stages`,
            show: ({ stages = [] }) => <Text size="sm">{stages.map(({ name }) => name).join(' → ')}</Text>,
          },
        ]}
        actions={(pipeline) => (
          <ButtonRow whole>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={t`Edit ${pipeline.name ?? ''}`}
              aria-haspopup="dialog"
              onClick={() => setEdited(pipeline)}
            >
              <Trans>Edit</Trans>
            </Button>
            <RowMenu
              name={pipeline.name ?? ''}
              actions={[
                {
                  label: t`Delete`,
                  destructive: true,
                  dialog: (close) => (
                    <DeleteDialog
                      label={t`Delete pipeline`}
                      name={pipeline.name ?? ''}
                      removal={{
                        description: t`The pipeline and its stages are deleted.`,
                        act: () => porchlight.pipelines.delete(pipeline.id),
                      }}
                      subjects={['pipelines']}
                      onClose={close}
                    />
                  ),
                },
              ]}
            />
          </ButtonRow>
        )}
      />
      {edited && <EditPipeline pipeline={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
    </PageFrame>
  );
}
