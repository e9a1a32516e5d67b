import type { People } from '../people';
import type { PersonRecords } from '../records';
import type { Parts } from '../service';
import type { PersonJobs } from './person-jobs';

/** People, their records, and the jobs by which the records follow their person. */
export interface Following
  extends
    Pick<People, 'people' | 'merges'>,
    Pick<PersonRecords, 'children'>,
    Pick<Parts, 'publishFact' | 'clock' | 'logger'> {
  readonly personJobs: PersonJobs;
}
