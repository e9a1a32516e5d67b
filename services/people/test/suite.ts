import { useServiceSuite } from '@porchlight/backend/test/service';
import { listen, openAccount, startPeopleService, type ServiceOptions } from './people-service';

/** The people service for the tests of one file, with settings or a clock of its own. */
export const useSuite = (options: Pick<Partial<ServiceOptions>, 'config' | 'clock'> = {}) =>
  useServiceSuite('people', {
    start: (surroundings) => startPeopleService({ ...options, ...surroundings }),
    collect: listen,
    openAccount,
  });

export type Suite = ReturnType<typeof useSuite>;
