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
  /** Ends the waits of people for events that occurred after they began. One query if no run waits. */
  meet(accountId: number, events: readonly PersonEvent[], now: Date): Promise<number>;
}

/** An event that ends waits for it. */
export interface PersonEvent {
  readonly personId: number;
  readonly event: string;
  readonly occurred: Date;
}

/** Waiting runs that one query returns. If there are more, each event updates its runs without a look. */
const MAX_WAITING = 1_000;

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
  const { leased, running } = buildGuards(token, RUNNING);
  const paused = { $and: [leased, { $eq: ['$status', 'Paused'] }] };
  const changed = Object.entries(position).map(
    ([name, value]) => [name, choose(leased, value ?? '$$REMOVE', `$${name}`)] as const,
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
        failed: choose(leased, '$$REMOVE', '$failed'),
        leaseBy: choose(leased, '$$REMOVE', '$leaseBy'),
        ...(log.length > 0 && { log: choose(leased, entries, '$log') }),
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
  async meet(accountId, events, now) {
    if (events.length === 0) return 0;
    // Almost no lead has a waiting run.
    const [personIds, names] = [events.map(({ personId }) => personId), events.map(({ event }) => event)];
    const waiting = await runs.find(
      { accountId, personId: { $in: [...new Set(personIds)] }, waitsFor: { $in: [...new Set(names)] } },
      { limit: MAX_WAITING, projection: { personId: 1 } },
    );
    const people = new Set(waiting.map(({ personId }) => personId));
    const matching = waiting.length === MAX_WAITING ? events : events.filter(({ personId }) => people.has(personId));
    let woken = 0;
    for (const { personId, event, occurred } of matching) {
      const ended = { accountId, personId, waitsFor: event, waitStart: { $lte: occurred } };
      const wake = { $set: { isMet: true as const, wakeAt: now } };
      woken += await runs.updateMany({ ...ended, status: { $in: [...RUNNING] } }, wake);
      woken += await runs.updateMany({ ...ended, status: 'Paused' }, { $set: { isMet: true, remainingMs: 0 } });
    }
    return woken;
  },
});
