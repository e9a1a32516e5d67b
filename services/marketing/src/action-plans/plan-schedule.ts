import type { DocumentCollection } from '@porchlight/store';
import type { AppliedPlanDocument } from './applied-plan';
import { choose, chosenById } from './choose';
import { buildGuards, createStepLeases, splitIntoChunks } from './step-engine';

/** The position of a plan after steps were done. */
export interface PlanMove {
  readonly _id: number;
  readonly next: number;
  readonly wakeAt: Date;
}

const RUNNING = ['Running'] as const;

/**
 * The schedule is stored in the applied plans, so that progress and the next due time are one write. Updates select by
 * `_id` only and contain their guard: one statement updates hundreds, each atomically, without a second index. Only
 * completion changes `version`, because the rest is invisible to clients; no webhook is fired.
 */
export const createPlanSchedule = (collection: DocumentCollection<AppliedPlanDocument>) => ({
  ...createStepLeases(collection, RUNNING),

  /** Stores the positions and releases plans that are still leased by the token; others are not changed. */
  async move(moves: readonly PlanMove[], token: string) {
    const { leased, running } = buildGuards(token, RUNNING);
    for (const part of splitIntoChunks(moves)) {
      const ids = part.map(({ _id }) => _id);
      const nextById = chosenById(
        ids,
        part.map(({ next }) => next),
      );
      const wakeAtById = chosenById(
        ids,
        part.map(({ wakeAt }) => wakeAt),
      );
      await collection.updateMany({ _id: { $in: ids } }, [
        {
          $set: {
            next: choose(leased, nextById, '$next'),
            wakeAt: choose(running, wakeAtById, '$wakeAt'),
            leaseBy: choose(leased, '$$REMOVE', '$leaseBy'),
          },
        },
      ]);
    }
  },

  /** Completes plans that are still leased by the token. */
  async complete(ids: readonly number[], now: Date, token: string) {
    const { leased, running } = buildGuards(token, RUNNING);
    for (const part of splitIntoChunks(ids))
      await collection.updateMany({ _id: { $in: part } }, [
        {
          $set: {
            next: choose(leased, { $size: '$steps' }, '$next'),
            status: choose(running, 'Completed', '$status'),
            updated: choose(running, now, '$updated'),
            // Visible to clients: a concurrent write must read again.
            version: choose(running, { $add: ['$version', 1] }, '$version'),
            wakeAt: choose(running, '$$REMOVE', '$wakeAt'),
            leaseBy: choose(leased, '$$REMOVE', '$leaseBy'),
          },
        },
      ]);
  },
});

/** The schedule of applied plans, with leases. */
export type PlanSchedule = ReturnType<typeof createPlanSchedule>;
