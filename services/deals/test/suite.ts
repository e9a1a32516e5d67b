import { collectChanges, useServiceSuite } from '@porchlight/backend/test/service';
import { openAccount, startDealsService } from './deals-service';

/** The deals service for the tests of one file. */
export const useSuite = () =>
  useServiceSuite('deals', { start: startDealsService, collect: (bus) => collectChanges(bus, 'deals'), openAccount });
