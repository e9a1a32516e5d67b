import type { Schemas } from '@porchlight/sdk';
import { useCollection } from '../api/hooks';
import { porchlight } from '../api/porchlight';

/** Maximum number of pipelines whose stages pages name. */
const MAX_PIPELINES = 100;

/** A stage of a pipeline. */
export type PipelineStage = NonNullable<Schemas['Pipeline']['stages']>[number];

/** The pipelines of the account with their stages, in their order. */
export const usePipelines = () => {
  const list = useCollection(['pipelines'], porchlight.pipelines.list, { limit: MAX_PIPELINES, sort: 'orderWeight' });
  const stages = new Map(list.rows.flatMap(({ stages: all = [] }) => all.map((stage) => [stage.id, stage])));
  return {
    list,
    pipelines: list.rows,
    /** The name of a stage; undefined while the pipelines are loading. */
    stageName: (id: number | null | undefined): string | undefined => (id ? stages.get(id)?.name : undefined),
  };
};
