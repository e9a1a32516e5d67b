import { addHeaders, getActor, systemAhead, type Admit, type Credentials } from '@porchlight/edge';
import { refuse } from '@porchlight/errors';
import type { Request, Response } from 'express';
import { getLimitContext } from './limit-context';
import type { PenaltyDelay } from './penalty-delay';
import type { Verdict } from './allowance';
import type { Counted, RequestLimiter } from './request-limiter';

/** Value of the headers without a limit: a number, because clients parse one. */
export const UNLIMITED = 2_147_483_647;
/** Seconds. */
export const WINDOW_S = 10;

/** Sets the rate-limit headers (decisions section 3). */
const addLimitHeaders = (req: Request, context: string, { limit, remaining }: Verdict): void =>
  addHeaders(req, {
    'X-RateLimit-Limit': limit === 0 ? UNLIMITED : limit,
    'X-RateLimit-Remaining': limit === 0 ? UNLIMITED : remaining,
    'X-RateLimit-Window': WINDOW_S,
    'X-RateLimit-Context': context,
  });

/**
 * Counts every authenticated request, also rejected ones, by account and system, and rejects requests over the limit.
 */
export const admitRequests = (limiter: RequestLimiter, credentials: Credentials, pauses: PenaltyDelay): Admit => {
  const apply = (req: Request, res: Response, counted: Counted, verdict: Verdict): void | Promise<void> => {
    addLimitHeaders(req, counted.context, verdict);
    const { limit, retryAfter } = verdict;
    if (limit === 0) return undefined;
    if (retryAfter === 0) return pauses.served(counted, limit, res);
    const refusal = refuse('RATE_LIMITED', { seconds: retryAfter });
    const held = pauses.refused(counted, res);
    if (!held) throw refusal;
    return held.then(() => Promise.reject(refusal));
  };
  const count = (req: Request, res: Response, system: string | undefined): void | Promise<void> => {
    const context = getLimitContext(req);
    const counted = {
      accountId: getActor(req).accountId,
      // The leads of an account count together (D13.10).
      system: context === 'POST.events' ? '' : (system ?? ''),
      context,
    };
    const verdict = limiter.take(counted);
    return verdict instanceof Promise
      ? verdict.then((result) => apply(req, res, counted, result))
      : apply(req, res, counted, verdict);
  };
  return (req, res) => {
    const system = systemAhead(credentials, req);
    return system instanceof Promise ? system.then((name) => count(req, res, name)) : count(req, res, system);
  };
};
