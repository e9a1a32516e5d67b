import { refuse, type Refusal } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';
import { createByteBudget, type ByteBudget, type ByteLease } from '@porchlight/runtime';
import { createArrivals, type Arrival } from './arrivals';

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

const SMALL_BYTES = LIMITS.smallBodyBytes.value;

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
  const total = createByteBudget({ maxBytes });
  const maxLarge = Math.floor(maxBytes * (1 - reservedForSmall));
  const large = createByteBudget({ maxBytes: maxLarge });
  const holders = new Map<string, { readonly budget: ByteBudget; leases: number }>();
  const arrivals = createArrivals((arrival, refusal) => end(arrival, refusal, 'slow'));

  const end = (arrival: Arrival, refusal: Refusal, reason: 'slow' | 'overloaded'): void => {
    arrival.release();
    onEnded?.(reason);
    arrival.end(refusal);
  };

  const reserve = (holder: string, bytes: number): ByteLease | undefined => {
    const share = holders.get(holder) ?? { budget: createByteBudget({ maxBytes: maxBytesPerHolder }), leases: 0 };
    const own = share.budget.reserve(bytes);
    const common = own && total.reserve(bytes);
    if (!own || !common) {
      own?.release();
      return undefined;
    }
    holders.set(holder, share);
    share.leases += 1;
    let isReleased = false;
    return {
      grow(more) {
        // No other code runs in between: a reservation that fits the share and the total succeeds in both.
        return total.inUse() + more <= maxBytes && own.grow(more) && common.grow(more);
      },
      shrink(bytes) {
        if (isReleased) return;
        own.shrink(bytes);
        common.shrink(bytes);
      },
      release() {
        if (isReleased) return;
        isReleased = true;
        own.release();
        common.release();
        if (--share.leases === 0) holders.delete(holder);
      },
    };
  };

  const receive = ({ holder, declared, expands = 0, end: endRequest }: ExpectedBody): BodyLease => {
    const lease = reserve(holder, 0)!;
    let largeLease: ByteLease | undefined;
    let reserved = 0;
    let arrived = 0;
    /** A body is large by its declared size, or once more than 64 kB have arrived. */
    const growLarge = (more: number, size: number): boolean => {
      if (largeLease) return largeLease.grow(more);
      if (Math.max(declared ?? 0, size) <= SMALL_BYTES) return true;
      largeLease = large.reserve(reserved + more);
      return largeLease !== undefined;
    };
    const fits = (more: number, size: number): boolean => {
      const isFirst = largeLease === undefined;
      if (!growLarge(more, size)) return false;
      if (lease.grow(more)) return true;
      // Nothing may stay reserved in one budget only.
      const counted = reserved;
      largeLease?.release();
      largeLease = isFirst || !largeLease ? undefined : large.reserve(counted);
      return false;
    };
    const isLarge = (): boolean => largeLease !== undefined;
    /** Whose bytes would make room: those of the same holder, of the large bodies, or of all. */
    const findSlowest = (more: number, size: number): Arrival | undefined => {
      if ((holders.get(holder)?.budget.inUse() ?? 0) + more > maxBytesPerHolder)
        return arrivals.findSlowest((one) => one.holder === holder);
      const needsLarge = isLarge() || Math.max(declared ?? 0, size) > SMALL_BYTES;
      const needed = isLarge() ? more : reserved + more;
      if (needsLarge && large.inUse() + needed > maxLarge) return arrivals.findSlowest((one) => one.isLarge());
      return arrivals.findSlowest(() => true);
    };
    const take = (more: number, size: number): boolean => {
      while (!fits(more, size)) {
        const slowest = findSlowest(more, size);
        if (!slowest || slowest === arrival) return false;
        end(slowest, refuse('OVERLOADED', { what: 'request data', limit: sizeLabel(maxBytes) }), 'overloaded');
      }
      reserved += more;
      return true;
    };
    const release = (): void => {
      arrivals.remove(arrival);
      largeLease?.release();
      lease.release();
    };
    const arrival = arrivals.add({ holder, isLarge, arrived: () => arrived, end: endRequest, release });
    return {
      arrive(bytes) {
        const size = Math.max(expands, arrived + bytes);
        if (size > reserved && !take(size - reserved, size)) return false;
        arrived += bytes;
        return true;
      },
      complete(bytes, more) {
        arrivals.remove(arrival);
        const needed = bytes + more;
        if (needed > reserved) return take(needed - reserved, bytes);
        lease.shrink(reserved - needed);
        largeLease?.shrink(reserved - needed);
        reserved = needed;
        return true;
      },
      release,
    };
  };

  return { maxBytes, inUse: total.inUse, reserve, receive };
};
