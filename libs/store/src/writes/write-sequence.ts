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

export type WriteSequence = ReturnType<typeof createWriteSequence>;

/**
 * Applies the counter differences of a resource's writes exactly once, also after a crash at any point. Every write has
 * a number, stored as `fold`. Writes are applied in order, as many at once as have settled; each update sets the mark
 * of the instance to the last number. Invariant: a counter document contains a write if and only if the mark of its
 * instance is at least its number, or the relay recorded its event there. So uncounted writes follow from the database
 * alone. A write with an unknown outcome stops the sequence at its number: the instance name never counts beyond it, a
 * new one starts, and the relay applies the rest of the old one.
 */
export const createWriteSequence = ({
  processId,
  counters,
  onEpoch,
  pause = sleep,
}: {
  /** Globally unique, without dots and dashes. */
  readonly processId: string;
  readonly counters: Pick<Counters, 'gather' | 'apply'>;
  /** Called when a new epoch begins. */
  readonly onEpoch?: () => void;
  readonly pause?: (ms: number) => Promise<unknown>;
}) => {
  let epoch = 0;
  const startInstance = (): InstanceSequence => ({
    /** Name of this process in one epoch of the resource, as entries and marks contain it. */
    instance: `${processId}-${(epoch += 1)}`,
    pending: [],
    next: 1,
    cut: Infinity,
    applying: false,
  });
  let current = startInstance();

  const leaveToRelayFrom = (sequence: InstanceSequence, number: number): void => {
    if (number >= sequence.cut) return;
    sequence.cut = number;
    const remaining = sequence.pending.filter((write) => write.number < number);
    for (const write of sequence.pending) if (write.number >= number) write.done(false);
    sequence.pending.splice(0, sequence.pending.length, ...remaining);
    if (sequence !== current) return;
    current = startInstance();
    onEpoch?.();
  };

  const applyWithRetry = async (sequence: InstanceSequence, number: number, moves: CounterMoves): Promise<boolean> => {
    for (let attempt = 1; ; attempt += 1)
      try {
        return await counters.apply(sequence.instance, number, moves);
      } catch {
        if (attempt === APPLY_ATTEMPTS) return false;
        await pause(APPLY_PAUSE_MS * attempt);
      }
  };

  const applySettled = async (sequence: InstanceSequence): Promise<void> => {
    if (sequence.applying) return;
    sequence.applying = true;
    // Writes of one batch settle one after another in the same turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    while (sequence.pending[0]?.outcome !== undefined) {
      let end = 0;
      while (sequence.pending[end]?.outcome !== undefined) end += 1;
      const settledWrites = sequence.pending.splice(0, end);
      const moves: CounterMoves = new Map();
      for (const write of settledWrites)
        if (write.outcome === 'done') counters.gather(moves, write.accountId, write.deltas);
      const last = (settledWrites.at(-1) as PendingWrite).number;
      const counted = moves.size === 0 || (await applyWithRetry(sequence, last, moves));
      for (const write of settledWrites) write.done(counted);
      if (!counted) leaveToRelayFrom(sequence, 0);
    }
    sequence.applying = false;
  };

  return {
    join: (accountId: number, deltas: Deltas): WriteTicket => {
      const sequence = current;
      const { promise: counted, resolve: done } = Promise.withResolvers<boolean>();
      const write: PendingWrite = { number: sequence.next++, accountId, deltas, done, outcome: undefined };
      sequence.pending.push(write);
      return {
        instance: sequence.instance,
        number: write.number,
        counted,
        settle: (outcome) => {
          if (write.outcome !== undefined || write.number >= sequence.cut) return;
          write.outcome = outcome;
          if (outcome === 'unknown') leaveToRelayFrom(sequence, write.number);
          void applySettled(sequence);
        },
      };
    },
    /** Name for entries that change no counters. */
    instance: () => current.instance,
    /** Entries of this resource with a lower epoch are left to the relay. */
    epoch: () => epoch,
    /** Begins a new epoch after a write without counts whose outcome is unknown: the relay takes its entry. */
    leave: () => leaveToRelayFrom(current, current.next),
  };
};
