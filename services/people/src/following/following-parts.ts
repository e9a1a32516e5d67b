import type { Activity } from '../activity';
import type { People } from '../people';
import type { Parts } from '../service';
import type { PersonJobs } from './person-jobs';

/** People, their records, and the jobs by which the records follow their person. */
export interface Following
  extends
    Pick<People, 'people' | 'merges'>,
    Pick<Activity, 'children'>,
    Pick<Parts, 'publishFact' | 'clock' | 'logger'> {
  readonly personJobs: PersonJobs;
}
