import { type DocumentCollection, inAllAccounts } from '@porchlight/store';
import type { AppliedPlanDocument, FailedStep } from './applied-plan';
import { BEGINNING, choose, chosenById } from './choose';

/** A running plan with due steps. */
export interface WakingPlan {
  readonly _id: number;
  readonly wakeAt: Date;
}

/** The position of a plan after steps were done. */
export interface PlanMove {
  readonly _id: number;
  readonly next: number;
  readonly wakeAt: Date;
}

/** Documents in one update; the update finds the values of each in a list. */
const CHUNK = 250;

/**
 * The schedule is stored in the applied plans, so that progress and the next due time are one write. Updates select by
 * `_id` only and contain their guard: one statement updates hundreds, each atomically, without a second index. Only
 * completion changes `version`, because the rest is invisible to clients; no webhook is fired.
 */
export const createPlanSchedule = (collection: DocumentCollection<AppliedPlanDocument>) => ({
  due: (now: Date, limit: number) =>
    collection.aggregate<WakingPlan>([
      { $match: inAllAccounts({ wakeAt: { $gt: BEGINNING, $lte: now } }) },
      { $project: { _id: 1, wakeAt: 1 } },
      { $sort: { wakeAt: 1 } },
      { $limit: limit },
    ]),

  /** Claims applied plans until `until`; returns those that no other process claimed. */
  async lease(plans: readonly WakingPlan[], until: Date, token: string) {
    const latest = plans.reduce((max, { wakeAt }) => (wakeAt > max ? wakeAt : max), BEGINNING);
    // A missing moment compares as the earliest, hence the status.
    const free = {
      $and: [{ $eq: ['$status', 'Running'] }, { $gt: ['$wakeAt', BEGINNING] }, { $lte: ['$wakeAt', latest] }],
    };
    const leased: AppliedPlanDocument[] = [];
    for (const part of splitIntoChunks(plans)) {
      const ids = part.map(({ _id }) => _id);
      await collection.updateMany({ _id: { $in: ids } }, [
        { $set: { wakeAt: choose(free, until, '$wakeAt'), leaseBy: choose(free, token, '$leaseBy') } },
      ]);
      const found = await collection.find({ _id: { $in: ids } }, { limit: ids.length });
      leased.push(...found.filter(({ leaseBy }) => leaseBy === token));
    }
    return leased;
  },

  /** Stores the positions and releases plans that are still leased by the token; others are not changed. */
  async move(moves: readonly PlanMove[], token: string) {
    const { ours, running } = buildGuards(token);
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
            next: choose(ours, nextById, '$next'),
            wakeAt: choose(running, wakeAtById, '$wakeAt'),
            leaseBy: choose(ours, '$$REMOVE', '$leaseBy'),
          },
        },
      ]);
    }
  },

  /** Releases a failed plan until the given time, if it is still leased by the token. */
  async setAside(id: number, failed: FailedStep, wakeAt: Date, token: string) {
    const { ours, running } = buildGuards(token);
    await collection.updateOne({ _id: id }, [
      {
        $set: {
          failed: choose(ours, failed, '$failed'),
          wakeAt: choose(running, wakeAt, '$wakeAt'),
          leaseBy: choose(ours, '$$REMOVE', '$leaseBy'),
        },
      },
    ]);
  },

  /** Completes plans that are still leased by the token. */
  async complete(ids: readonly number[], now: Date, token: string) {
    const { ours, running } = buildGuards(token);
    for (const part of splitIntoChunks(ids))
      await collection.updateMany({ _id: { $in: part } }, [
        {
          $set: {
            next: choose(ours, { $size: '$steps' }, '$next'),
            status: choose(running, 'Completed', '$status'),
            updated: choose(running, now, '$updated'),
            // Visible to clients: a concurrent write must read again.
            version: choose(running, { $add: ['$version', 1] }, '$version'),
            wakeAt: choose(running, '$$REMOVE', '$wakeAt'),
            leaseBy: choose(ours, '$$REMOVE', '$leaseBy'),
          },
        },
      ]);
  },
});

/** The schedule of applied plans, with leases. */
export type PlanSchedule = ReturnType<typeof createPlanSchedule>;

/** A plan that was paused while leased stores its progress and stays paused. */
const buildGuards = (token: string) => {
  const ours = { $eq: ['$leaseBy', token] };
  return { ours, running: { $and: [ours, { $eq: ['$status', 'Running'] }] } };
};

const splitIntoChunks = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / CHUNK) }, (_, nth) => items.slice(nth * CHUNK, (nth + 1) * CHUNK));
