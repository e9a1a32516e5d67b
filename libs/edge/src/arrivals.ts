import { refuse, type Refusal } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';

/** A body of which more bytes are expected. */
export interface Arrival {
  readonly holder: string;
  /** True if it uses the budget of large bodies. */
  readonly isLarge: () => boolean;
  /** Bytes that arrived. */
  readonly arrived: () => number;
  readonly end: (refusal: Refusal) => void;
  readonly release: () => void;
}

/** The bodies that arrive in one process. */
interface Arrivals {
  add(arrival: Arrival): Arrival;
  /** Idempotent. */
  remove(arrival: Arrival): void;
  /** The chosen body with the lowest average rate; of those that have been arriving for a second. */
  findSlowest(isChosen: (arrival: Arrival) => boolean): Arrival | undefined;
}

/** A body is compared with others after this time, ms: the first packets say little about its rate. */
const COMPARED_MS = 1_000;
const CHECK_MS = 500;
const GRACE_MS = LIMITS.bodyGraceMs.value;
const MIN_RATE = LIMITS.bodyBytesPerSecond.value;

/** Watches the rates of arriving bodies. `onSlow` is called for one that stays below 8 kB/s on average after 2 s. */
export const createArrivals = (onSlow: (arrival: Arrival, refusal: Refusal) => void): Arrivals => {
  /** Start of each body on the monotonic clock, ms. */
  const starts = new Map<Arrival, number>();
  let timer: NodeJS.Timeout | undefined;

  const check = (): void => {
    const now = performance.now();
    for (const [arrival, start] of starts) {
      const ms = now - start;
      const rate = (arrival.arrived() * 1_000) / ms;
      if (ms <= GRACE_MS || rate >= MIN_RATE) continue;
      onSlow(arrival, refuse('REQUEST_TIMEOUT', { rate: Math.round(rate), limit: MIN_RATE }));
    }
  };
  /** Bytes that arrived during a stall of this process are read before the rates are compared. */
  const checkAfterReading = (): void => void setImmediate(check);

  return {
    add(arrival) {
      starts.set(arrival, performance.now());
      timer ??= setInterval(checkAfterReading, CHECK_MS).unref();
      return arrival;
    },
    remove(arrival) {
      if (!starts.delete(arrival) || starts.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    },
    findSlowest(isChosen) {
      const now = performance.now();
      let slowest: { readonly arrival: Arrival; readonly rate: number } | undefined;
      for (const [arrival, start] of starts) {
        const ms = now - start;
        if (ms < COMPARED_MS || !isChosen(arrival)) continue;
        const rate = arrival.arrived() / ms;
        if (!slowest || rate < slowest.rate) slowest = { arrival, rate };
      }
      return slowest?.arrival;
    },
  };
};
