import { RateLimitServiceDefinition } from '@porchlight/contracts';
import { type Context, EXPIRING, GUARDED } from '../context';
import {
  grantRequests,
  type LimitedAccounts,
  readRateLimits,
  readRequestUsage,
  type RequestCountDocument,
  setRateLimits,
} from './limit-requests';

export { parseAccountLimits } from './limit-requests';
export type { AccountLimits } from './sliding-window';

/** Opens the limits of requests and registers their methods, for gateways (decisions section 3; docs/adr/0012). */
export const openRateLimits = async ({ store, rpc, clock }: Context, { accounts }: LimitedAccounts) => {
  const requestCounts = store.collection<RequestCountDocument>('requestCounts');
  await requestCounts.ensureIndexes([GUARDED, EXPIRING]);
  const ports = { accounts, requestCounts, clock };
  rpc.add(
    RateLimitServiceDefinition,
    {
      readRateLimits: readRateLimits(ports),
      grantRequests: grantRequests(ports),
      readRequestUsage: readRequestUsage(ports),
    },
    { roles: ['Operator'] },
  );
  return { commands: { setRateLimits: setRateLimits(ports) } };
};
