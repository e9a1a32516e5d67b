import { defineService } from '@porchlight/backend';
import { configSchema } from './config';
import { copies } from './copies';
import { deals as dealsFeature } from './deals';
import { migrations } from './migrations/deals-migrations';
import { numbers } from './numbers';
import { pipelines } from './pipelines';
import { reports } from './reports';
import { CONSUMERS } from './service';

/** The deals service. */
export const deals = defineService('deals', {
  config: configSchema,
  address: (config) => config.DEALS_RPC_ADDRESS,
  owners: (config) => ({ people: config.PEOPLE_RPC_ADDRESS, auth: config.AUTH_RPC_ADDRESS }),
  consumers: CONSUMERS,
  migrations,
  features: [copies, numbers, pipelines, dealsFeature, reports],
});

if (require.main === module) void deals.run();
