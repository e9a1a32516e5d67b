import { EVERYONE } from '@porchlight/contracts';
import {
  getActor,
  requireSystem,
  permit,
  refuseMethod,
  sendJson,
  type ResourceRoutesOptions,
  type RouteTable,
} from '@porchlight/edge';
import type { Request } from 'express';
import { WINDOW_S } from '../limits/admit-requests';
import type { LimitSource, RequestLimiter } from '../limits/request-limiter';

interface Row {
  readonly context: string;
  /** null: unlimited. */
  readonly limit: number | null;
  /** Seconds. */
  readonly window: number;
}

/** Adds GET /v1/rateLimit/limits and /usage: what the account may request through its system (decisions section 3). */
export const addRateLimitRoutes = (
  table: RouteTable,
  limiter: RequestLimiter,
  source: LimitSource,
  options: Pick<ResourceRoutesOptions, 'user' | 'system'>,
): void => {
  const loadLimits = async (req: Request): Promise<Row[]> => {
    const limits = await limiter.limits(getActor(req).accountId);
    return [...limits].map(([context, { limit }]) => ({
      context,
      limit: limit === 0 ? null : limit,
      window: WINDOW_S,
    }));
  };
  const loadUsage = async (req: Request): Promise<object[]> => {
    const { accountId, system = '' } = getActor(req);
    const [rows, used] = await Promise.all([loadLimits(req), source.usage(accountId, system)]);
    return rows.map((row) => {
      // Without a limit, requests are not counted.
      const n = row.limit === null ? null : (used.get(row.context) ?? 0);
      return { ...row, used: n, remaining: row.limit === null || n === null ? null : Math.max(0, row.limit - n) };
    });
  };
  const add = (path: string, name: string, answer: (req: Request) => Promise<object>): void => {
    const { user, system } = options;
    const permitted = permit(`gateway.rateLimit.${name}`, EVERYONE);
    table.add('GET', path, user, permitted, system, requireSystem, async (req, res) =>
      sendJson(res, 200, await answer(req)),
    );
    table.add('ALL', path, user, refuseMethod(['GET']));
  };
  add('/rateLimit/limits', 'limits', async (req) => ({ limits: await loadLimits(req) }));
  add('/rateLimit/usage', 'usage', async (req) => ({ usage: await loadUsage(req) }));
};
