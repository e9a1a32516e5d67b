import { sleep } from '@porchlight/runtime';
import type { Counters, CounterMoves } from '../counts/counters';
import type { Deltas } from '../counts/count-keys';

/** done: written; refused: not written; unknown: the response of the database was lost. */
export type WriteOutcome = 'done' | 'refused' | 'unknown';

/** The place of one write in the sequence; its number goes into the outbox entry before it is written. */
export interface WriteTicket {
  readonly instance: string;
  readonly number: number;
  settle(outcome: WriteOutcome): void;
  /** True: the counters contain this write. False: its entry is left to the relay. Never rejects. */
  readonly counted: Promise<boolean>;
}

/**
 * Applies the counter differences of a resource's writes exactly once, also after a crash at any point. Every write has
 * a number, stored as `fold`. Writes are applied in order, as many at once as have settled; each update sets the mark
 * of the instance to the last number. Invariant: a counter document contains a write if and only if the mark of its
 * instance is at least its number, or the relay recorded its event there. So uncounted writes follow from the database
 * alone. A write with an unknown outcome stops the sequence at its number: the instance name never counts beyond it, a
 * new one starts, and the relay applies the rest of the old one.
 */
export interface WriteSequence {
  join(accountId: number, deltas: Deltas): WriteTicket;
  /** Name for entries that change no counters. */
  instance(): string;
  /** Entries of this resource with a lower epoch are left to the relay. */
  epoch(): number;
  /** Begins a new epoch after a write without counts whose outcome is unknown: the relay takes its entry. */
  leave(): void;
}

/** What a sequence is created with. */
export interface WriteSequenceOptions {
  /** Globally unique, without dots and dashes. */
  readonly processId: string;
  readonly counters: Pick<Counters, 'gather' | 'apply'>;
  /** Called when a new epoch begins. */
  readonly onEpoch?: () => void;
  readonly pause?: (ms: number) => Promise<unknown>;
}

interface PendingWrite {
  readonly number: number;
  readonly accountId: number;
  readonly deltas: Deltas;
  readonly done: (counted: boolean) => void;
  outcome: WriteOutcome | undefined;
}

interface InstanceSequence {
  readonly instance: string;
  readonly pending: PendingWrite[];
  next: number;
  /** Writes from this number on are left to the relay. */
  cut: number;
  applying: boolean;
}

const APPLY_ATTEMPTS = 3;
const APPLY_PAUSE_MS = 100;

/** Name of a process in one epoch of a resource, as entries and marks contain it. */
export const instanceName = (processId: string, epoch: number): string => `${processId}-${epoch}`;

/** Creates the write sequence of one resource in this process. */
export const createWriteSequence = ({
  processId,
  counters,
  onEpoch,
  pause = sleep,
}: WriteSequenceOptions): WriteSequence => {
  let epoch = 0;
  const startInstance = (): InstanceSequence => ({
    instance: instanceName(processId, (epoch += 1)),
    pending: [],
    next: 1,
    cut: Infinity,
    applying: false,
  });
  let current = startInstance();

  const leaveToRelayFrom = (line: InstanceSequence, number: number): void => {
    if (number >= line.cut) return;
    line.cut = number;
    const remaining = line.pending.filter((place) => place.number < number);
    for (const place of line.pending) if (place.number >= number) place.done(false);
    line.pending.splice(0, line.pending.length, ...remaining);
    if (line !== current) return;
    current = startInstance();
    onEpoch?.();
  };

  const applyWithRetry = async (line: InstanceSequence, number: number, moves: CounterMoves): Promise<boolean> => {
    for (let attempt = 1; ; attempt += 1)
      try {
        return await counters.apply(line.instance, number, moves);
      } catch {
        if (attempt === APPLY_ATTEMPTS) return false;
        await pause(APPLY_PAUSE_MS * attempt);
      }
  };

  const applySettled = async (line: InstanceSequence): Promise<void> => {
    if (line.applying) return;
    line.applying = true;
    // Writes of one batch settle one after another in the same turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    while (line.pending[0]?.outcome !== undefined) {
      let end = 0;
      while (line.pending[end]?.outcome !== undefined) end += 1;
      const taken = line.pending.splice(0, end);
      const moves: CounterMoves = new Map();
      for (const place of taken) if (place.outcome === 'done') counters.gather(moves, place.accountId, place.deltas);
      const last = (taken.at(-1) as PendingWrite).number;
      const counted = moves.size === 0 || (await applyWithRetry(line, last, moves));
      for (const place of taken) place.done(counted);
      if (!counted) leaveToRelayFrom(line, 0);
    }
    line.applying = false;
  };

  return {
    join: (accountId, deltas) => {
      const line = current;
      const { promise: counted, resolve: done } = Promise.withResolvers<boolean>();
      const place: PendingWrite = { number: line.next++, accountId, deltas, done, outcome: undefined };
      line.pending.push(place);
      return {
        instance: line.instance,
        number: place.number,
        counted,
        settle: (outcome) => {
          if (place.outcome !== undefined || place.number >= line.cut) return;
          place.outcome = outcome;
          if (outcome === 'unknown') leaveToRelayFrom(line, place.number);
          void applySettled(line);
        },
      };
    },
    instance: () => current.instance,
    epoch: () => epoch,
    leave: () => leaveToRelayFrom(current, current.next),
  };
};
