import { useServiceSuite } from '@porchlight/backend/test/service';
import { listen, openAccount, startMarketingService } from './marketing-service';

/** The marketing service for the tests of one file. */
export const useSuite = () =>
  useServiceSuite('marketing', { start: startMarketingService, collect: listen, openAccount });
