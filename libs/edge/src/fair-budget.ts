import { refuse, type Refusal } from '@porchlight/errors';
import { createByteBudget, type ByteLease } from '@porchlight/runtime';
import { createArrivals, type Arrival } from './arrivals';
import { createBodyReservation } from './body-reservation';
import { createHolderShares } from './holder-shares';

/** What the budget has to know of a body before its first byte. */
export interface ExpectedBody {
  /** Account, or network without credentials. */
  readonly holder: string;
  /** The declared size, bytes; undefined if the body has none. */
  readonly declared: number | undefined;
  /** Bytes that a compressed body may have when it is expanded; reserved while it arrives. Default: 0. */
  readonly expands?: number;
  /** Ends the request: the body is too slow, or another one needs its bytes, which are released already. */
  readonly end: (refusal: Refusal) => void;
}

/** The bytes of one body, from its arrival until the response was sent. */
export interface BodyLease {
  /** Reserves the bytes that arrived. False if they do not fit; then nothing changed. */
  arrive(bytes: number): boolean;
  /** The body arrived as a whole. Reserves exactly its bytes and `more` for its parsed form. */
  complete(bytes: number, more: number): boolean;
  /** Idempotent. */
  release(): void;
}

/** A byte budget of which one holder (an account, a client network) may use a part only. */
export interface FairBudget {
  /** Reserves bytes for a holder; undefined if they do not fit. */
  reserve(holder: string, bytes: number): ByteLease | undefined;
  /**
   * Counts the bytes of a body that arrives. If they do not fit, the slowest arriving body ends (of the same holder, if
   * its share is used up), and not this one, unless it is the slowest.
   */
  receive(body: ExpectedBody): BodyLease;
  /** Bytes reserved now, for a gauge. */
  inUse(): number;
  readonly maxBytes: number;
}

interface FairBudgetOptions {
  readonly maxBytes: number;
  /** Bytes that one holder may use. */
  readonly maxBytesPerHolder: number;
  /** Part of `maxBytes` that only bodies up to 64 kB may use, 0 to 1. Default: 0. */
  readonly reservedForSmall?: number;
  /** Called when an arriving body was ended. */
  readonly onEnded?: (reason: 'slow' | 'overloaded') => void;
}

/** Formats a number of bytes for messages: 16 KiB, 5 MiB. */
export const sizeLabel = (bytes: number): string =>
  bytes >= 1_048_576 ? `${bytes / 1_048_576} MiB` : `${bytes / 1_024} KiB`;

/** Creates a budget of `maxBytes`; each holder may use `maxBytesPerHolder` of them. */
export const createFairBudget = ({
  maxBytes,
  maxBytesPerHolder,
  reservedForSmall = 0,
  onEnded,
}: FairBudgetOptions): FairBudget => {
  const shares = createHolderShares({ maxBytes, maxBytesPerHolder });
  const maxLarge = Math.floor(maxBytes * (1 - reservedForSmall));
  const large = createByteBudget({ maxBytes: maxLarge });
  const arrivals = createArrivals((arrival, refusal) => end(arrival, refusal, 'slow'));

  const end = (arrival: Arrival, refusal: Refusal, reason: 'slow' | 'overloaded'): void => {
    arrival.release();
    onEnded?.(reason);
    arrival.end(refusal);
  };

  const receive = ({ holder, declared, expands = 0, end: endRequest }: ExpectedBody): BodyLease => {
    const reservation = createBodyReservation(shares.reserve(holder, 0)!, large, declared);
    let arrived = 0;
    /** Whose bytes would make room: those of the same holder, of the large bodies, or of all. */
    const findSlowest = (more: number, size: number): Arrival | undefined => {
      if (shares.exceeds(holder, more)) return arrivals.findSlowest((one) => one.holder === holder);
      if (large.inUse() + reservation.largeBytesFor(more, size) > maxLarge)
        return arrivals.findSlowest((one) => one.isLarge());
      return arrivals.findSlowest(() => true);
    };
    const take = (more: number, size: number): boolean => {
      while (!reservation.grow(more, size)) {
        const slowest = findSlowest(more, size);
        if (!slowest || slowest === arrival) return false;
        end(slowest, refuse('OVERLOADED', { what: 'request data', limit: sizeLabel(maxBytes) }), 'overloaded');
      }
      return true;
    };
    const release = (): void => {
      arrivals.remove(arrival);
      reservation.release();
    };
    const arrival = arrivals.add({
      holder,
      isLarge: reservation.isLarge,
      arrived: () => arrived,
      end: endRequest,
      release,
    });
    return {
      arrive(bytes) {
        const size = Math.max(expands, arrived + bytes);
        const missing = size - reservation.bytes();
        if (missing > 0 && !take(missing, size)) return false;
        arrived += bytes;
        return true;
      },
      complete(bytes, more) {
        arrivals.remove(arrival);
        const missing = bytes + more - reservation.bytes();
        if (missing > 0) return take(missing, bytes);
        reservation.shrinkTo(bytes + more);
        return true;
      },
      release,
    };
  };

  return { maxBytes, inUse: shares.inUse, reserve: shares.reserve, receive };
};
