import { isTransient } from '@porchlight/bus';
import { createPollLoop, HOUR_MS, type Clock, type Counter, type Ids, type Logger } from '@porchlight/runtime';
import { type DocumentCollection, inAllAccounts } from '@porchlight/store';
import { BEGINNING, choose } from './choose';

/** A record with due steps. */
export interface Waking {
  readonly _id: number;
  readonly wakeAt: Date;
}

/** What the engine reads and writes of a record that runs steps. */
export interface Scheduled {
  readonly _id: number;
  readonly accountId: number;
  readonly id: number;
  /** Index of the next step. */
  readonly next: number;
  readonly wakeAt?: Date;
  readonly leaseBy?: string;
  readonly failed?: FailedStep;
}

/** Number of failed attempts. */
export interface FailedStep {
  /** Its index. */
  readonly step: number;
  readonly tries: number;
}

/** Leases of records with due steps. */
export interface StepLeases<D extends Scheduled> {
  due(now: Date, limit: number): Promise<readonly Waking[]>;
  /** Claims records until `until`; returns those that no other process claimed. */
  lease(waking: readonly Waking[], until: Date, token: string): Promise<D[]>;
  /** Releases a failed record until the given time, if it is still leased by the token. */
  setAside(id: number, failed: FailedStep, wakeAt: Date, token: string): Promise<void>;
  /** Releases records until the given time, without progress. */
  postpone(records: readonly D[], wakeAt: Date, token: string): Promise<void>;
}

/** Documents in one update; the update finds the values of each in a list. */
const CHUNK = 250;

/** Parts of a size that one update takes. */
export const splitIntoChunks = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / CHUNK) }, (_, nth) => items.slice(nth * CHUNK, (nth + 1) * CHUNK));

/** Guards of updates. A record that was paused while leased stores its progress and stays paused. */
export const buildGuards = (token: string, running: readonly string[]) => {
  const leased = { $eq: ['$leaseBy', token] };
  return { leased, running: { $and: [leased, { $in: ['$status', [...running]] }] } };
};

/** Leases in the records themselves, so that progress and the next due time are one write. `running`: statuses. */
export const createStepLeases = <D extends Scheduled>(
  collection: DocumentCollection<D>,
  running: readonly string[],
): StepLeases<D> => ({
  due: (now, limit) =>
    collection.aggregate<Waking>([
      { $match: inAllAccounts({ wakeAt: { $gt: BEGINNING, $lte: now } }) },
      { $project: { _id: 1, wakeAt: 1 } },
      { $sort: { wakeAt: 1 } },
      { $limit: limit },
    ]),

  async lease(waking, until, token) {
    const latest = waking.reduce((max, { wakeAt }) => (wakeAt > max ? wakeAt : max), BEGINNING);
    // A missing moment compares as the earliest, hence the status.
    const free = {
      $and: [{ $in: ['$status', [...running]] }, { $gt: ['$wakeAt', BEGINNING] }, { $lte: ['$wakeAt', latest] }],
    };
    const leased: D[] = [];
    for (const part of splitIntoChunks(waking)) {
      const ids = part.map(({ _id }) => _id);
      await collection.updateMany({ _id: { $in: ids } }, [
        { $set: { wakeAt: choose(free, until, '$wakeAt'), leaseBy: choose(free, token, '$leaseBy') } },
      ]);
      const documents = await collection.find({ _id: { $in: ids } }, { limit: ids.length });
      leased.push(...documents.filter(({ leaseBy }) => leaseBy === token));
    }
    return leased;
  },

  async setAside(id, failed, wakeAt, token) {
    const guards = buildGuards(token, running);
    await collection.updateOne({ _id: id }, [
      {
        $set: {
          failed: choose(guards.leased, failed, '$failed'),
          wakeAt: choose(guards.running, wakeAt, '$wakeAt'),
          leaseBy: choose(guards.leased, '$$REMOVE', '$leaseBy'),
        },
      },
    ]);
  },

  async postpone(records, wakeAt, token) {
    const guards = buildGuards(token, running);
    for (const part of splitIntoChunks(records))
      await collection.updateMany({ _id: { $in: part.map(({ _id }) => _id) } }, [
        {
          $set: {
            wakeAt: choose(guards.running, wakeAt, '$wakeAt'),
            leaseBy: choose(guards.leased, '$$REMOVE', '$leaseBy'),
          },
        },
      ]);
  },
});

/** Records that are claimed at a time. */
const BATCH = 500;
/**
 * Lease time: well above the time of a batch. Records of a killed process wait this long. A slower process publishes
 * its steps again, with the same ids.
 */
export const STEP_LEASE_MS = 20_000;
/** Delay before failed records are retried, ms. */
const AGAIN_MS = 5_000;
/** Longest backoff of a record that fails by itself, ms; doubles with each failure. */
const LONGEST_MS = HOUR_MS;
/** Longest pause while no step is due, in intervals. */
const IDLE_INTERVALS = 5;
const TOKEN_BYTES = 9;

/** What runs the steps of ours records. */
export interface StepEngineParts<D extends Scheduled> {
  readonly leases: StepLeases<D>;
  /** Runs the due steps of ours records and stores their progress. */
  readonly moveOn: (leased: readonly D[], token: string, signal: AbortSignal) => Promise<void>;
  readonly clock: Clock;
  readonly ids: Pick<Ids, 'random'>;
  readonly logger: Logger;
  /** Counts records that failed by a fault of their own. */
  readonly failures: Pick<Counter, 'inc'>;
  /** Log events: of one record, and of a poll. */
  readonly events: { readonly record: string; readonly poll: string };
  /** The record in log messages, such as `an applied plan`. */
  readonly noun: string;
  /** Name of the record's id in log lines. */
  readonly idField: string;
  readonly intervalMs: number;
}

/**
 * Runs due steps of records that lease themselves (ADR 47: an engine). Replicas share the work. A batch that fails is
 * bisected until the failing record is alone; it waits, and the others continue.
 */
export const createStepEngine = <D extends Scheduled>(parts: StepEngineParts<D>) => {
  const { leases, clock, logger, events, noun } = parts;

  const setAside = async (record: D, token: string, error: unknown): Promise<void> => {
    const { accountId, id, next: step } = record;
    const tries = (record.failed?.step === step ? record.failed.tries : 0) + 1;
    const wakeAt = new Date(clock.now() + Math.min(AGAIN_MS * 2 ** (tries - 1), LONGEST_MS));
    parts.failures.inc();
    logger.warn(
      { event: events.record, accountId, [parts.idField]: id, step, tries, wakeAt, err: error },
      `${noun} could not be moved on; trying again later`,
    );
    await leases.setAside(record._id, { step, tries }, wakeAt, token);
  };

  /** Bisects a failing batch until the failing record is alone. Rethrows transient errors. */
  const carryOut = async (records: readonly D[], token: string, signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    try {
      await parts.moveOn(records, token, signal);
    } catch (error) {
      if (isTransient(error) || signal.aborted) throw error;
      if (records.length === 1) return setAside(records[0]!, token, error);
      const half = records.length >> 1;
      await carryOut(records.slice(0, half), token, signal);
      await carryOut(records.slice(half), token, signal);
    }
  };

  /** One poll: runs due steps, bounded in count. Returns the number of advanced records. */
  const look = async (signal: AbortSignal): Promise<number> => {
    const waking = await leases.due(clock.date(), BATCH);
    if (waking.length === 0) return 0;
    const token = parts.ids.random(TOKEN_BYTES).toString('base64url');
    const leased = await leases.lease(waking, new Date(clock.now() + STEP_LEASE_MS), token);
    try {
      if (leased.length > 0) await carryOut(leased, token, signal);
    } catch (error) {
      // If this fails, the lease expires.
      await leases.postpone(leased, new Date(clock.now() + AGAIN_MS), token).catch(() => undefined);
      throw error;
    }
    return leased.length;
  };

  const loop = createPollLoop({
    look: async (signal) => (await look(signal)) > 0,
    intervalMs: parts.intervalMs,
    longestIntervalMs: IDLE_INTERVALS * parts.intervalMs,
    failed: (error, failures) =>
      logger.warn({ event: events.poll, failures, err: error }, 'due steps could not be done; trying again'),
  });
  return { ...loop, look };
};

/** Runs due steps in the background. */
export type StepEngine = ReturnType<typeof createStepEngine>;
