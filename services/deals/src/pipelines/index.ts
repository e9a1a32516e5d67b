import { Pipeline, pipelines as descriptor, PipelineServiceDefinition } from '@porchlight/contracts';
import type { Handlers, RpcServer } from '@porchlight/rpc';
import { createResourceHandlers, type ResourceStore, type Store } from '@porchlight/store';
import type { Numbers } from '../numbers';
import { deletePipeline, type DeletePipelinePorts } from './delete-pipeline';
import { createPipelineStrategy, PIPELINE_INDEXES, type PipelineDocument } from './pipelines-strategy';
import { withReorder } from './reorder-pipelines';

export { weightAt } from './order-weights';
export { isClosed, type PipelineDocument } from './pipelines-strategy';
export { MAX_PIPELINES } from './reorder-pipelines';

/** Pipelines with their stages. */
export type Pipelines = ResourceStore<Pipeline, PipelineDocument>;

/** Opens the resource of pipelines. */
export const openPipelines = (store: Store, numbers: Numbers): Pipelines =>
  store.resource({
    descriptor,
    strategy: createPipelineStrategy(numbers),
    indexes: PIPELINE_INDEXES,
    encodeRecord: (record: Pipeline) => Pipeline.encode(record).finish(),
  });

/** Serves pipelines. */
export const registerPipelines = (rpc: RpcServer, ports: DeletePipelinePorts): void => {
  const handlers = createResourceHandlers<Pipeline, PipelineDocument, Handlers<typeof PipelineServiceDefinition>>(
    descriptor,
    ports.pipelines,
  );
  rpc.add(PipelineServiceDefinition, {
    ...handlers,
    createPipeline: withReorder(ports, 'create', handlers.createPipeline),
    updatePipeline: withReorder(ports, 'update', handlers.updatePipeline),
    deletePipeline: deletePipeline(ports),
  });
};
