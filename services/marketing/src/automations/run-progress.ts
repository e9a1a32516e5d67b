import { LIMITS } from '@porchlight/limits';
import type { DocumentCollection } from '@porchlight/store';
import { buildGuards, choose, splitIntoChunks } from '../action-plans';
import type { Progress } from './advance-run';
import { RUNNING, type AutomationRunDocument } from './automation-run';

/** A leased run with its progress. */
export interface Moved {
  readonly run: AutomationRunDocument;
  readonly progress: Progress;
}

/** Writes of runs by the engine and by events. They fire no webhook. */
export interface RunProgress {
  /** Stores the progress of leased runs and releases them. A run that was paused meanwhile stays paused. */
  settle(moved: readonly Moved[], token: string, now: Date): Promise<void>;
  /** Ends the waits of people for an event that occurred after they began. */
  meet(accountId: number, personIds: readonly number[], event: string, occurred: Date, now: Date): Promise<number>;
}

const POSITION = ['next', 'since', 'lastStepAt', 'waitsFor', 'waitStart', 'waitUntil', 'isMet'] as const;

/** The fields of the position that changed; null: the field is gone. */
const listChanges = ({ run, progress: { position } }: Moved) =>
  Object.fromEntries(
    POSITION.filter((name) => position[name]?.valueOf() !== run[name]?.valueOf()).map((name) => [
      name,
      position[name] ?? null,
    ]),
  );

/** What one update stores: runs of one automation that move on together have the same. */
type Change = Pick<Progress, 'log' | 'wakeAt'> & { readonly position: ReturnType<typeof listChanges> };

/**
 * The update that stores a progress. It selects by `_id` only and contains its guard: other fields of a filter have
 * indexes, which a server may prefer.
 */
const buildUpdate = ({ position, log, wakeAt }: Change, token: string, now: Date): Record<string, unknown>[] => {
  const { ours, running } = buildGuards(token, RUNNING);
  const paused = { $and: [ours, { $eq: ['$status', 'Paused'] }] };
  const changed = Object.entries(position).map(
    ([name, value]) => [name, choose(ours, value ?? '$$REMOVE', `$${name}`)] as const,
  );
  const entries = { $slice: [{ $concatArrays: ['$log', { $literal: log }] }, -LIMITS.automationLogEntries.value] };
  return [
    {
      $set: {
        ...Object.fromEntries(changed),
        status: choose(running, wakeAt ? 'Running' : 'Completed', '$status'),
        updated: choose(running, now, '$updated'),
        version: choose(running, { $add: ['$version', 1] }, '$version'),
        wakeAt: choose(running, wakeAt ?? '$$REMOVE', '$wakeAt'),
        remainingMs: choose(paused, Math.max(0, (wakeAt?.getTime() ?? 0) - now.getTime()), '$remainingMs'),
        failed: choose(ours, '$$REMOVE', '$failed'),
        leaseBy: choose(ours, '$$REMOVE', '$leaseBy'),
        ...(log.length > 0 && { log: choose(ours, entries, '$log') }),
      },
    },
  ];
};

/** Opens the writes of runs. */
export const createRunProgress = (runs: DocumentCollection<AutomationRunDocument>): RunProgress => ({
  async settle(moved, token, now) {
    const changes = moved.map((one) => {
      const { log, wakeAt } = one.progress;
      const change: Change = { position: listChanges(one), log, ...(wakeAt && { wakeAt }) };
      return { _id: one.run._id, change, key: JSON.stringify(change) };
    });
    for (const same of Map.groupBy(changes, ({ key }) => key).values())
      for (const part of splitIntoChunks(same))
        await runs.updateMany({ _id: { $in: part.map(({ _id }) => _id) } }, buildUpdate(part[0]!.change, token, now));
  },
  async meet(accountId, personIds, event, occurred, now) {
    const waiting = { accountId, personId: { $in: [...personIds] }, waitsFor: event, waitStart: { $lte: occurred } };
    const woken = await runs.updateMany(
      { ...waiting, status: { $in: [...RUNNING] } },
      { $set: { isMet: true, wakeAt: now } },
    );
    return woken + (await runs.updateMany({ ...waiting, status: 'Paused' }, { $set: { isMet: true, remainingMs: 0 } }));
  },
});
