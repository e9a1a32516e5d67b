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

/** Requests that have no limit of their own. */
const DEFAULT_CONTEXT = 'global';

interface Row {
  readonly context: string;
  /** null: unlimited. */
  readonly limit: number | null;
  /** Seconds. */
  readonly window: number;
}

/** Limits by context as clients of similar services read them; `default` is that of all other requests. */
const formatCurrentLimits = (rows: readonly Row[]) => ({
  // No limit spans several accounts.
  across_all_accounts: { default: null },
  per_account: Object.fromEntries(
    rows.map(({ context, limit }) => [context === DEFAULT_CONTEXT ? 'default' : context, limit]),
  ),
});

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
  const loadUsage = async (req: Request): Promise<object> => {
    const { accountId, system = '' } = getActor(req);
    const [rows, used] = await Promise.all([loadLimits(req), source.usage(accountId, system)]);
    const contexts = rows.map((row) => {
      // Without a limit, requests are not counted.
      const n = row.limit === null ? null : (used.get(row.context) ?? 0);
      return { ...row, used: n, remaining: row.limit === null || n === null ? null : Math.max(0, row.limit - n) };
    });
    return {
      total_requests: contexts.reduce((sum, { used: n }) => sum + (n ?? 0), 0),
      // Only the requests of the window are counted.
      rate_limited_requests: null,
      rate_limit_percentage: null,
      peak_hour: null,
      current_limits: formatCurrentLimits(rows),
      contexts,
    };
  };
  const add = (path: string, name: string, answer: (req: Request) => Promise<object>): void => {
    const { user, system } = options;
    const permitted = permit(`gateway.rateLimit.${name}`, EVERYONE);
    table.add('GET', path, user, permitted, system, requireSystem, async (req, res) =>
      sendJson(res, 200, await answer(req)),
    );
    table.add('ALL', path, user, refuseMethod(['GET']));
  };
  add('/rateLimit/limits', 'limits', async (req) => {
    const limits = await loadLimits(req);
    return { system: getActor(req).system ?? null, current_limits: formatCurrentLimits(limits), limits };
  });
  add('/rateLimit/usage', 'usage', async (req) => ({
    system: getActor(req).system ?? null,
    period: `${WINDOW_S} seconds`,
    usage: await loadUsage(req),
  }));
};
