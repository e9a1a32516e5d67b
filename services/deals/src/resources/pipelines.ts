import type { Pipeline, PipelineStage } from '@porchlight/contracts';
import type { Document, Strategy } from '@porchlight/store';

export interface PipelineDocument extends Document {
  name: string;
  description?: string;
  orderWeight: number;
  stages: PipelineStage[];
}

/** Rules of pipelines; for now they are only read. */
export const pipelineStrategy: Strategy<Pipeline, PipelineDocument> = {
  toRecord: ({ id, created, updated, name, description, orderWeight, stages, version }) => ({
    id,
    created,
    updated,
    name,
    description,
    orderWeight,
    stages,
    version,
  }),
};
