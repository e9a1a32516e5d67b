import type { Clock, Logger } from '@porchlight/runtime';

/** Whether a request is served. */
export interface Verdict {
  /** 0 is unlimited. */
  readonly limit: number;
  readonly remaining: number;
  /** Seconds to wait, from 1; 0 if the request is served. */
  readonly retryAfter: number;
}

/** A grant of the auth service. */
export interface Grant {
  readonly granted: number;
  readonly remaining: number;
  readonly waitMs: number;
}

interface AllowanceOptions {
  /** Asks for `wanted` requests out of a window of `limit`. */
  readonly ask: (wanted: number, limit: number) => Promise<Grant>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Takes one of the requests that this process may serve for one (account, system, context). */
export type Allowance = (limit: number) => Verdict | Promise<Verdict>;

/** Longest wait that a refusal names, seconds: the window of the limits (D13.10). */
const MAX_RETRY_AFTER_S = 10;
/** Length of the counting window (decisions section 5). */
export const WINDOW_MS = 10_000;
/** A grant is a fiftieth of the limit: unused grants of three gateways stay under a tenth of it. */
const GRANTS_PER_WINDOW = 50;
/** Smaller grants are not prefetched: they would remain unused. */
const MIN_AHEAD = 4;
/** After auth was unavailable, this process counts alone for this time. */
const ALONE_MS = 1_000;
/** Number of attempts of a waiting request before it is rejected. */
const TRIES = 3;

/** Requests per second of the current window, used while auth is unavailable. */
const createOwnCount = (clock: Clock) => {
  const seconds = new Map<number, number>();
  const used = (): number => {
    const oldest = (clock.now() - WINDOW_MS) / 1000;
    let sum = 0;
    for (const [second, n] of seconds) {
      if (second < oldest - 1) seconds.delete(second);
      else sum += n;
    }
    return sum;
  };
  return {
    used,
    add: (): void => {
      const second = Math.floor(clock.now() / 1000);
      seconds.set(second, (seconds.get(second) ?? 0) + 1);
      if (seconds.size > 2 * (WINDOW_MS / 1000)) used();
    },
  };
};

/** Serves requests from its grant; requests the next grant in advance. */
export const createAllowance = ({ ask, clock, logger }: AllowanceOptions): Allowance => {
  const own = createOwnCount(clock);
  let tokens = 0;
  /** Unused grants expire at this time. */
  let until = 0;
  let remaining = 0;
  let refusedUntil = 0;
  let aloneUntil = 0;
  let waiting = 0;
  let asking: Promise<void> | undefined;

  const more = (limit: number): Promise<void> => {
    const requested = Math.min(limit, Math.max(waiting, Math.ceil(limit / GRANTS_PER_WINDOW)));
    asking ??= ask(requested, limit)
      .then((answer) => {
        const now = clock.now();
        if (now >= until) tokens = 0;
        tokens += answer.granted;
        if (answer.granted > 0) until = now + WINDOW_MS;
        else refusedUntil = now + answer.waitMs;
        remaining = answer.remaining;
      })
      .catch((error: unknown) => {
        aloneUntil = clock.now() + ALONE_MS;
        logger.warn(
          { event: 'limits.alone', err: error },
          'auth cannot be asked for requests; this gateway counts alone',
        );
      })
      .finally(() => (asking = undefined));
    return asking;
  };

  const served = (limit: number, remaining: number): Verdict => {
    own.add();
    return { limit, remaining: Math.max(0, remaining), retryAfter: 0 };
  };
  const refused = (limit: number, waitMs: number): Verdict => ({
    limit,
    remaining: 0,
    retryAfter: Math.min(MAX_RETRY_AFTER_S, Math.max(1, Math.ceil(waitMs / 1000))),
  });

  const takeNow = (limit: number): Verdict | undefined => {
    const now = clock.now();
    if (tokens > 0 && now < until) {
      tokens -= 1;
      const half = Math.ceil(limit / GRANTS_PER_WINDOW) / 2;
      if (tokens <= half && half * 2 >= MIN_AHEAD && !asking && now >= refusedUntil && now >= aloneUntil)
        void more(limit);
      return served(limit, remaining + tokens);
    }
    if (now < aloneUntil) {
      const used = own.used();
      return used < limit ? served(limit, limit - used - 1) : refused(limit, ALONE_MS);
    }
    return now < refusedUntil ? refused(limit, refusedUntil - now) : undefined;
  };

  const takeLater = async (limit: number): Promise<Verdict> => {
    // Counted until it has a grant, so that the next call requests grants for all waiting requests.
    waiting += 1;
    try {
      for (let attempt = 0; attempt < TRIES; attempt++) {
        await more(limit);
        const verdict = takeNow(limit);
        if (verdict) return verdict;
      }
      return refused(limit, ALONE_MS);
    } finally {
      waiting -= 1;
    }
  };

  return (limit) => takeNow(limit) ?? takeLater(limit);
};
