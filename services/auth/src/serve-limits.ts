import { RateLimitServiceDefinition } from '@porchlight/contracts';
import type { RpcServer } from '@porchlight/rpc';
import type { DocumentCollection } from '@porchlight/store';
import type { RequestCountDocument } from './documents';
import type { Ports } from './ports';
import { readRateLimits, readRequestUsage, grantRequests } from './rate-limits/limit-requests';

/** Limits of requests, for gateways (decisions section 3; docs/adr/0012). */
export const serveLimits = (
  rpc: RpcServer,
  ports: Pick<Ports, 'accounts' | 'clock'> & { requestCounts: DocumentCollection<RequestCountDocument> },
): void => {
  rpc.add(
    RateLimitServiceDefinition,
    {
      readRateLimits: readRateLimits(ports),
      grantRequests: grantRequests(ports),
      readRequestUsage: readRequestUsage(ports),
    },
    { roles: ['Operator'] },
  );
};
