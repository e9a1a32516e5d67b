import { people } from '../people';
import { records } from '../records';
import { defineFeature } from '../service';
import { followPeople, PERSON_TYPES } from './follow-person';
import { type FollowingJobs, personFollowing } from './follow-steps';
import type { Following } from './following-parts';

/** What this feature opens; it runs the jobs itself. */
interface OpenedFollowing extends Following {
  readonly personJobs: FollowingJobs;
}

/** Records of people follow their person: viewers, merges and deletions. */
export const following = defineFeature({
  name: 'following',
  needs: { people, records },
  open: ({ openJobs, people: { people: opened, merges }, records: { children }, ...parts }): OpenedFollowing => ({
    people: opened,
    merges,
    children,
    personJobs: openJobs(personFollowing),
    publishFact: parts.publishFact,
    clock: parts.clock,
    logger: parts.logger,
  }),
  serve: (opened) => ({
    on: { 'people.cascade': { handler: followPeople(opened), types: PERSON_TYPES } },
    jobs: [opened.personJobs.run(opened)],
  }),
});
