import { Pipeline, pipelines as descriptor, PipelineServiceDefinition } from '@porchlight/contracts';
import type { Handlers } from '@porchlight/rpc';
import { createAccountLock, createResourceHandlers, type ResourceStore } from '@porchlight/store';
import type { Service } from '../service';
import { deletePipeline, type DeletePipelinePorts } from './delete-pipeline';
import { createPipelineStrategy, PIPELINE_INDEXES, pipelineColumns, type PipelineDocument } from './pipelines-strategy';
import { withReorder } from './reorder-pipelines';

export { weightAt } from './order-weights';
export { isClosed, type PipelineDocument } from './pipelines-strategy';
export { MAX_PIPELINES } from './reorder-pipelines';

/** Pipelines with their stages. */
export type Pipelines = ResourceStore<Pipeline, PipelineDocument>;

/** Opens the resource of pipelines. */
export const openPipelines = ({ store, numbers }: Pick<Service, 'store' | 'numbers'>): Pipelines =>
  store.resource({
    descriptor,
    columns: pipelineColumns,
    strategy: createPipelineStrategy(numbers),
    indexes: PIPELINE_INDEXES,
    encodeRecord: (record: Pipeline) => Pipeline.encode(record).finish(),
  });

/** Serves pipelines. */
export const registerPipelines = (
  { rpc, store, clock }: Service,
  pipelines: Pipelines,
  hasDeals: DeletePipelinePorts['hasDeals'],
): void => {
  const lock = createAccountLock('pipelines', (name, ttlMs) => store.lease(name, ttlMs));
  const ports = { pipelines, lock, clock, hasDeals };
  const handlers: Handlers<typeof PipelineServiceDefinition> = createResourceHandlers(descriptor, pipelines);
  rpc.add(PipelineServiceDefinition, {
    ...handlers,
    createPipeline: withReorder(ports, 'create', handlers.createPipeline),
    updatePipeline: withReorder(ports, 'update', handlers.updatePipeline),
    deletePipeline: deletePipeline(ports),
  });
};
