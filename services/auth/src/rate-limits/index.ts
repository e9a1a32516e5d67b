import { RateLimitServiceDefinition } from '@porchlight/contracts';
import type { Context } from '../context';
import {
  grantRequests,
  type LimitedAccounts,
  readRateLimits,
  readRequestUsage,
  requestCountSchema,
  setRateLimits,
} from './limit-requests';

export { parseAccountLimits } from './limit-requests';
export type { AccountLimits } from './sliding-window';

/** Opens the limits of requests and registers their methods, for gateways (decisions section 3; docs/adr/0012). */
export const openRateLimits = ({ store, rpc, clock }: Context, { accounts }: LimitedAccounts) => {
  const requestCounts = store.collection('requestCounts', requestCountSchema);
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
