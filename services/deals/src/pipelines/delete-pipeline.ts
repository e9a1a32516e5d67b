import { refuse } from '@porchlight/errors';
import type { Clock } from '@porchlight/runtime';
import type { StoreCall } from '@porchlight/store';
import type { Pipelines } from './pipelines-strategy';

/** Longest time that a pipeline stays closed after a crash during the deletion, ms. */
const CLOSED_MS = 30_000;

/** What a deletion works with. */
interface DeletePipelineParts {
  readonly pipelines: Pipelines;
  readonly clock: Pick<Clock, 'now'>;
  /** True if the pipeline has deals that are not deleted. */
  readonly hasDeals: (call: StoreCall, pipelineId: number) => Promise<boolean>;
}

const hasDealsRefusal = (): Error =>
  refuse('CONFLICT', { message: 'The pipeline has deals that are not deleted. Move or delete them first.' });

interface DeleteRequest {
  readonly id: number;
  readonly options?: Record<string, string>;
}

/**
 * Deletes a pipeline; 409 if it has deals that are not deleted (decisions section 6). The pipeline is closed first: the
 * check finds deals that were created before, and later deals are refused. `dryRun` checks only.
 */
export const deletePipeline =
  ({ pipelines, clock, hasDeals }: DeletePipelineParts) =>
  async ({ id, options }: DeleteRequest, call: StoreCall): Promise<object> => {
    return pipelines.exclusive(call, async () => {
      const pipeline = await pipelines.load(call, id);
      if (!pipeline) throw refuse('NOT_FOUND', { what: 'pipeline' });
      if (options?.['dryRun'] === 'true') {
        if (await hasDeals(call, id)) throw hasDealsRefusal();
        await pipelines.remove(call, id, options);
        return {};
      }
      // Closing increments the version, so the caller's version is compared first.
      const { ifVersion, ...rest } = options ?? {};
      if (ifVersion !== undefined && Number(ifVersion) !== pipeline.version) throw refuse('PRECONDITION_FAILED');
      await setClosing(pipelines, call, id, new Date(clock.now() + CLOSED_MS));
      if (await hasDeals(call, id)) {
        await setClosing(pipelines, call, id, undefined);
        throw hasDealsRefusal();
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
