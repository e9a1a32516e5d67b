import { methods } from '@porchlight/backend';
import { pipelines as descriptor, PipelineServiceDefinition } from '@porchlight/contracts';
import type { Handlers } from '@porchlight/rpc';
import { createResourceHandlers, type StoreCall } from '@porchlight/store';
import { numbers } from '../numbers';
import { defineFeature } from '../service';
import { deletePipeline } from './delete-pipeline';
import { createPipelineStrategy, PIPELINE_INDEXES, pipelineColumns, type Pipelines } from './pipelines-strategy';

/** Pipelines and their stages. */
export const pipelines = defineFeature({
  name: 'pipelines',
  needs: { numbers },
  open: (parts): Pipelines =>
    parts.store.resource({
      descriptor,
      columns: pipelineColumns,
      strategy: createPipelineStrategy(parts.numbers),
      indexes: PIPELINE_INDEXES,
    }),
  serve: (opened, { store, clock }) => {
    const deals = store.reads('deals');
    const hasDeals = async (call: StoreCall, pipelineId: number): Promise<boolean> =>
      (await deals.find(call, { pipelineId, deleted: false }, 1)).length > 0;
    const handlers: Handlers<typeof PipelineServiceDefinition> = createResourceHandlers(descriptor, opened);
    return {
      methods: [
        methods(PipelineServiceDefinition, {
          ...handlers,
          deletePipeline: deletePipeline({ pipelines: opened, clock, hasDeals }),
        }),
      ],
    };
  },
});
