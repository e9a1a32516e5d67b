import { allResources } from '@porchlight/contracts';
import { activity } from '../activity';
import { people } from '../people';
import { defineFeature } from '../service';
import { followPeople, PERSON_TYPES } from './follow-person';
import { type FollowingJobs, personFollowing, requireChildren } from './follow-steps';
import type { Following } from './following-parts';

/** What this feature opens; it runs the jobs itself. */
interface OpenedFollowing extends Following {
  readonly personJobs: FollowingJobs;
}

/** Records of people follow their person: viewers, merges and deletions. */
export const following = defineFeature({
  name: 'following',
  needs: { people, activity },
  open: ({ openJobs, people: { people: opened, merges }, activity: { children }, ...parts }): OpenedFollowing => ({
    people: opened,
    merges,
    children,
    personJobs: openJobs(personFollowing),
    publishFact: parts.publishFact,
    clock: parts.clock,
    logger: parts.logger,
  }),
  serve(opened) {
    requireChildren(opened.children, allResources);
    return {
      on: { 'people.cascade': { handler: followPeople(opened), types: PERSON_TYPES } },
      jobs: [opened.personJobs.run(opened)],
    };
  },
});
