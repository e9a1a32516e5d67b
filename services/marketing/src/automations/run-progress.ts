import { LIMITS } from '@porchlight/limits';
import type { DocumentCollection } from '@porchlight/store';
import type { Progress, RunPosition } from './advance-run';
import { RUNNING, type AutomationRunDocument } from './automation-run';

/** Writes of runs by the engine and by events. They fire no webhook; only visible ones change the version. */
export interface RunProgress {
  /** Stores the progress of a leased run and releases it. A run that was paused meanwhile stays paused. */
  settle(run: AutomationRunDocument, progress: Progress, token: string, now: Date): Promise<void>;
  /** Ends the waits of people for an event that occurred after they began. */
  meet(accountId: number, personIds: readonly number[], event: string, occurred: Date, now: Date): Promise<number>;
}

const OPTIONAL = ['lastStepAt', 'waitsFor', 'waitStart', 'waitUntil', 'isMet'] as const;

/** Operators that store a position; absent fields are removed. */
const setPosition = (position: RunPosition) => ({
  set: Object.fromEntries(Object.entries(position).filter(([, value]) => value !== undefined)),
  unset: Object.fromEntries(OPTIONAL.filter((name) => position[name] === undefined).map((name) => [name, 1])),
});

/** Opens the writes of runs. */
export const createRunProgress = (runs: DocumentCollection<AutomationRunDocument>): RunProgress => ({
  async settle({ _id }, { position, log, wakeAt }, token, now) {
    const { set, unset } = setPosition(position);
    const push =
      log.length === 0 ? {} : { $push: { log: { $each: [...log], $slice: -LIMITS.automationLogEntries.value } } };
    const status = wakeAt ? 'Running' : 'Completed';
    const stored = await runs.updateOne(
      { _id, leaseBy: token, status: { $in: [...RUNNING] } },
      {
        $set: { ...set, status, updated: now, ...(wakeAt && { wakeAt }) },
        $unset: { ...unset, leaseBy: 1, failed: 1, ...(!wakeAt && { wakeAt: 1 }) },
        $inc: { version: 1 },
        ...push,
      },
    );
    if (stored) return;
    const remainingMs = wakeAt ? Math.max(0, wakeAt.getTime() - now.getTime()) : 0;
    await runs.updateOne(
      { _id, leaseBy: token, status: 'Paused' },
      { $set: { ...set, remainingMs }, $unset: { ...unset, leaseBy: 1 }, ...push },
    );
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
