import { mayPerform } from '@porchlight/access';
import { pipelines as descriptor, type Deal } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import type { Clock } from '@porchlight/runtime';
import type { ResourceStore, StoreCall } from '@porchlight/store';
import type { PipelineDocument } from './pipelines-strategy';
import type { DealDocument } from '../deals/deal-document';
import type { PlacePipelinePorts } from './reorder-pipelines';

export interface DeletePipelinePorts extends PlacePipelinePorts {
  readonly deals: ResourceStore<Deal, DealDocument>;
  readonly clock: Pick<Clock, 'now'>;
}

/** Longest that a pipeline stays closed when the process dies on the way. */
const CLOSED_MS = 30_000;

interface DeleteRequest {
  readonly id: number;
  readonly options?: Record<string, string>;
}

/**
 * Deletes a pipeline without deals that are not deleted; 409 with such (decisions section 6). It is closed first: a
 * deal that was let in before is seen by the look afterwards, and one that comes later sees that it is closed.
 */
export const deletePipeline =
  ({ pipelines, deals, lock, clock }: DeletePipelinePorts) =>
  async ({ id, options }: DeleteRequest, call: StoreCall): Promise<object> => {
    const { accountId, role } = call.actor;
    if (!mayPerform(role, descriptor.roles.delete ?? [])) throw refuse('FORBIDDEN', { role });
    return lock.run(accountId, call.signal, async () => {
      const known = await pipelines.load(call, id);
      if (!known) throw refuse('NOT_FOUND', { what: 'pipeline' });
      // Closing counts as a write, so the caller's version is compared before.
      const { ifVersion, ...rest } = options ?? {};
      if (ifVersion !== undefined && Number(ifVersion) !== known.version) throw refuse('PRECONDITION_FAILED');
      await setClosing(pipelines, call, id, new Date(clock.now() + CLOSED_MS));
      const active = await deals.find(call, { pipelineId: id, deleted: false }, 1);
      if (active.length > 0) {
        await setClosing(pipelines, call, id, undefined);
        throw refuse('CONFLICT', {
          message: 'The pipeline has deals that are not deleted. Move or delete them first.',
        });
      }
      await pipelines.remove(call, id, rest);
      return {};
    });
  };

const setClosing = (
  pipelines: PlacePipelinePorts['pipelines'],
  call: StoreCall,
  id: number,
  until: Date | undefined,
): Promise<PipelineDocument> =>
  pipelines.modify(
    call,
    id,
    (before) => {
      const { closingUntil: _, ...open } = before;
      return until === undefined ? open : { ...open, closingUntil: until };
    },
    { silent: true },
  );
