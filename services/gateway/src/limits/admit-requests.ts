import { actorOf, systemAhead, type Admit, type Credentials } from '@porchlight/edge';
import { refuse } from '@porchlight/errors';
import type { Request, Response } from 'express';
import { contextOf } from './context';
import type { RequestLimiter, Verdict } from './request-limiter';

/** What the headers say where there is no limit: a number, for clients that read one. */
export const UNLIMITED = 2_147_483_647;
/** Seconds. */
export const WINDOW_S = 10;

/** Tells the caller where it stands, and refuses what is over the limit (decisions section 3). */
const apply = (res: Response, context: string, { limit, remaining, retryAfter }: Verdict): void => {
  res.setHeader('X-RateLimit-Limit', limit === 0 ? UNLIMITED : limit);
  res.setHeader('X-RateLimit-Remaining', limit === 0 ? UNLIMITED : remaining);
  res.setHeader('X-RateLimit-Window', WINDOW_S);
  res.setHeader('X-RateLimit-Context', context);
  if (retryAfter > 0) throw refuse('RATE_LIMITED', { seconds: retryAfter });
};

/** Counts every request of a known caller, refused ones too, by account and system. */
export const admitRequests = (limiter: RequestLimiter, credentials: Credentials): Admit => {
  const count = (req: Request, res: Response, system: string | undefined): void | Promise<void> => {
    const context = contextOf(req);
    const verdict = limiter.take({ accountId: actorOf(req).accountId, system: system ?? '', context });
    return verdict instanceof Promise ? verdict.then((known) => apply(res, context, known)) : apply(res, context, verdict);
  };
  return (req, res) => {
    const system = systemAhead(credentials, req);
    return system instanceof Promise ? system.then((name) => count(req, res, name)) : count(req, res, system);
  };
};
