import { useServiceSuite } from '@porchlight/backend/test/service';
import { listen, openAccount, startPeopleService } from './people-service';

/** The people service for the tests of one file. */
export const useSuite = () => useServiceSuite('people', { start: startPeopleService, collect: listen, openAccount });

export type Suite = ReturnType<typeof useSuite>;
