/** Length of the sliding window of request limits, ms (decisions section 3). */
export const RATE_LIMIT_WINDOW_MS = 10_000;

/** Requests in a window by context, for callers with a registered system (decisions section 3). */
export const DEFAULT_RATE_LIMITS = {
  global: 250,
  events: 20,
  notes: 10,
  'PUT.people': 25,
  'POST.events': 5_000,
} as const;

/** What counts a request: exactly one context. */
export type RateLimitContext = keyof typeof DEFAULT_RATE_LIMITS;

/** Contexts that count all requests of an account together, of every system (D13.10). */
export const ACCOUNT_RATE_LIMITS: ReadonlySet<string> = new Set<RateLimitContext>(['POST.events']);

/** The context of a request; `path` begins after /v1 and is in lower case. */
export const getRateLimitContext = (method: string, path: string): RateLimitContext => {
  const end = path.indexOf('/', 1);
  switch (path.slice(1, end < 0 ? undefined : end)) {
    case 'notes':
      return 'notes';
    case 'events':
      if (method === 'GET' || method === 'HEAD') return 'events';
      return method === 'POST' && (end < 0 || end === path.length - 1) ? 'POST.events' : 'global';
    case 'people':
      return method === 'PUT' ? 'PUT.people' : 'global';
    default:
      return 'global';
  }
};
