import { allResources } from '@porchlight/contracts';
import { activity } from '../activity';
import { people } from '../people';
import { defineFeature } from '../service';
import { followPeople, PERSON_TYPES } from './follow-person';
import { createPersonFollower, requireChildren } from './follow-steps';
import type { Following } from './following-parts';
import { createPersonJobs, personJobSchema } from './person-jobs';

/** Records of people follow their person: viewers, merges and deletions. */
export const following = defineFeature({
  name: 'following',
  needs: { people, activity },
  open: ({ store, people: { people: opened, merges }, activity: { children }, ...parts }): Following => ({
    people: opened,
    merges,
    children,
    personJobs: createPersonJobs(store.collection('personJobs', personJobSchema)),
    publishFact: parts.publishFact,
    clock: parts.clock,
    logger: parts.logger,
  }),
  serve(opened) {
    requireChildren(opened.children, allResources);
    return {
      on: { 'people.cascade': { handler: followPeople(opened), types: PERSON_TYPES } },
      workers: { personFollower: (hold) => createPersonFollower(opened, hold) },
    };
  },
});
