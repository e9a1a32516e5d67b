import type { BackendApp } from '@porchlight/backend';
import { openDeals, registerDeals } from './deals';
import { migrations } from './migrations/migrations';
import { openPipelines, registerPipelines } from './pipelines';
import { openService, type DealsDependencies } from './service';

export type { DealsDependencies } from './service';

/** Builds the deals service: opens the stores of each feature, then registers methods and the consumer. */
export const createApp = async (dependencies: DealsDependencies): Promise<BackendApp> => {
  const service = await openService(dependencies, migrations);
  const pipelines = openPipelines(service);
  const deals = openDeals(service, pipelines);

  registerPipelines(service, pipelines, deals.hasDeals);
  registerDeals(service, deals);
  return service.start();
};
