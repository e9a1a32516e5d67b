import { Pipeline, pipelines as descriptor, PipelineServiceDefinition } from '@porchlight/contracts';
import type { Handlers } from '@porchlight/rpc';
import { createAccountLock, createResourceHandlers, type ResourceStore, type StoreCall } from '@porchlight/store';
import type { Service } from '../service';
import { createPipelineStrategy, PIPELINE_INDEXES, pipelineColumns, type PipelineDocument } from './pipelines-strategy';
import { withReorder, type ReorderPorts } from './reorder-pipelines';
import { refuse } from '@porchlight/errors';

export { weightAt } from './order-weights';
export { isClosed, type PipelineDocument } from './pipelines-strategy';
export { MAX_PIPELINES } from './reorder-pipelines';

/** True if the pipeline has deals that are not deleted. */
type HasDeals = (call: StoreCall, pipelineId: number) => Promise<boolean>;

/** Longest time that a pipeline stays closed after a crash during the deletion, ms. */
const CLOSED_MS = 30_000;

interface DeleteRequest {
  readonly id: number;
  readonly options?: Record<string, string>;
}

/**
 * Deletes a pipeline; 409 if it has deals that are not deleted (decisions section 6). The pipeline is closed first: the
 * check finds deals that were created before, and later deals are refused.
 */
const deletePipeline =
  ({ pipelines, lock }: ReorderPorts, { clock }: Service, hasDeals: HasDeals) =>
  async ({ id, options }: DeleteRequest, call: StoreCall): Promise<object> => {
    const { accountId } = call.actor;
    return lock.run(accountId, call.signal, async () => {
      const known = await pipelines.load(call, id);
      if (!known) throw refuse('NOT_FOUND', { what: 'pipeline' });
      // Closing increments the version, so the caller's version is compared first.
      const { ifVersion, ...rest } = options ?? {};
      if (ifVersion !== undefined && Number(ifVersion) !== known.version) throw refuse('PRECONDITION_FAILED');
      await setClosing(pipelines, call, id, new Date(clock.now() + CLOSED_MS));
      if (await hasDeals(call, id)) {
        await setClosing(pipelines, call, id, undefined);
        throw refuse('CONFLICT', {
          message: 'The pipeline has deals that are not deleted. Move or delete them first.',
        });
      }
      await pipelines.remove(call, id, rest);
      return {};
    });
  };

const setClosing = (pipelines: Pipelines, call: StoreCall, id: number, until: Date | undefined) =>
  pipelines.modify(
    call,
    id,
    (before) => {
      const { closingUntil: _, ...open } = before;
      return until === undefined ? open : { ...open, closingUntil: until };
    },
    { silent: true },
  );

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
export const registerPipelines = (service: Service, pipelines: Pipelines, hasDeals: HasDeals): void => {
  const lock = createAccountLock('pipelines', (name, ttlMs) => service.store.lease(name, ttlMs));
  const ports = { pipelines, lock };
  const handlers: Handlers<typeof PipelineServiceDefinition> = createResourceHandlers(descriptor, pipelines);
  service.rpc.add(PipelineServiceDefinition, {
    ...handlers,
    createPipeline: withReorder(ports, 'create', handlers.createPipeline),
    updatePipeline: withReorder(ports, 'update', handlers.updatePipeline),
    deletePipeline: deletePipeline(ports, service, hasDeals),
  });
};
