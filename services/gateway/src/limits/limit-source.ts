import { RateLimitServiceDefinition } from '@porchlight/contracts';
import { createRpcClient, type Channel } from '@porchlight/rpc';
import { GATEWAY } from '../auth-clients';
import type { Counted, LimitSource } from './request-limiter';

/** Longest wait of a request for a grant; afterwards this gateway counts alone. */
const TIMEOUT_MS = 500;

/** Limits and grants from the auth service, which all gateways share. */
export const createLimitSource = (auth: Channel, timeoutMs: number): LimitSource => {
  const client = createRpcClient(RateLimitServiceDefinition, auth);
  const as = { actor: GATEWAY, timeoutMs: TIMEOUT_MS };
  // Only the first request of an account waits for its limits, as it waits for its credentials.
  const patient = { actor: GATEWAY, timeoutMs };
  return {
    limits: async (accountId) => {
      const { contexts } = await client.readRateLimits({ accountId }, patient);
      return new Map(
        contexts.map(({ context, limit, limitWithoutSystem }) => [context, { limit, limitWithoutSystem }]),
      );
    },
    grant: (counted: Counted, wanted, limit) => client.grantRequests({ ...counted, wanted, limit }, as),
    usage: async (accountId, system) => {
      const { contexts } = await client.readRequestUsage({ accountId, system }, patient);
      return new Map(contexts.map(({ context, used }) => [context, used]));
    },
  };
};
