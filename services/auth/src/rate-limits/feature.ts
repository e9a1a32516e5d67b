import { methods } from '@porchlight/backend';
import { AccountServiceDefinition, RateLimitServiceDefinition } from '@porchlight/contracts';
import type { DocumentCollection } from '@porchlight/store';
import { defineFeature } from '../service';
import {
  grantRequests,
  type LimitedAccount,
  readRateLimits,
  readRequestUsage,
  type RequestCountDocument,
  requestCountSchema,
  setRateLimits,
} from './limit-requests';

const forGateway = { roles: ['Operator'] } as const;

/** Limits of requests and their grants to gateways (decisions section 3; docs/adr/0012). */
export const rateLimits = defineFeature({
  name: 'rate-limits',
  open: ({ store }): DocumentCollection<RequestCountDocument> => store.collection('requestCounts', requestCountSchema),
  serve(requestCounts, { store, clock }) {
    const parts = { accounts: store.collection<LimitedAccount>('accounts'), requestCounts, clock };
    return {
      methods: [
        methods(AccountServiceDefinition, { setRateLimits: setRateLimits(parts) }, forGateway),
        methods(
          RateLimitServiceDefinition,
          {
            readRateLimits: readRateLimits(parts),
            grantRequests: grantRequests(parts),
            readRequestUsage: readRequestUsage(parts),
          },
          forGateway,
        ),
      ],
    };
  },
});
