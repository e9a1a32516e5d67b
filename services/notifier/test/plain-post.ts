import { createEgressClient, parseAllowList, systemLookup } from '@porchlight/egress';
import type { Egress } from '../src/egress';

/** The guarded HTTP client, for tests that intercept requests to receivers. */
export const createPlainPost = (ca: string): Egress =>
  createEgressClient({
    lookup: systemLookup,
    allowList: parseAllowList(['localhost']),
    timeoutMs: 3_000,
    connectTimeoutMs: 3_000,
    totalTimeoutMs: 10_000,
    connectionsPerOrigin: 8,
    extraCa: ca,
  });
