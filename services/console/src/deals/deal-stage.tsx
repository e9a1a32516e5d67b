import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Group, Text } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { DateTime } from '../components/date-time';
import { PillMenu } from '../components/pill-menu';

import { StageDot } from '../people/stage-dot';
import { usePipelines } from './use-pipelines';

interface Props {
  readonly deal: Schemas['Deal'];
  choose(change: Schemas['DealChange']): void;
}

const STATUSES = ['Active', 'Archived'] as const;

/** The stage of a deal in its pipeline, and whether the deal is archived. */
export const DealStage = ({ deal, choose }: Props) => {
  const { pipelines, stageName } = usePipelines();
  const pipeline = pipelines.find(({ id }) => id === deal.pipelineId);
  return (
    <Group gap="xs">
      <PillMenu
        label={t`Stage`}
        text={stageName(deal.stageId) ?? t`Stage`}
        icon={<StageDot stageId={deal.stageId} />}
        value={String(deal.stageId ?? '')}
        choices={(pipeline?.stages ?? []).map(({ id, name }) => ({
          value: String(id),
          label: name ?? '',
          icon: <StageDot stageId={id} />,
        }))}
        choose={(stageId) => choose({ stageId: Number(stageId) })}
      />
      <PillMenu
        label={t`Status`}
        text={deal.status ?? ''}
        value={deal.status ?? undefined}
        choices={STATUSES.map((status) => ({ value: status, label: status }))}
        choose={(status) => choose({ status: status as (typeof STATUSES)[number] })}
      />
      <Text size="sm" c="dimmed">
        <Trans>
          {pipeline?.name} · in this stage since <DateTime at={deal.enteredStageAt} />
        </Trans>
      </Text>
    </Group>
  );
};
