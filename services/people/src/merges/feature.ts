import { methods } from '@porchlight/backend';
import { PersonServiceDefinition } from '@porchlight/contracts';
import { following } from '../following';
import { locks } from '../locks';
import { notes } from '../notes';
import { peopleRelationships } from '../people-relationships';
import { defineFeature } from '../service';
import { settings } from '../settings';
import { createMergeNotes } from './merge-notes';
import { mergeJob, type MergeJobs, mergePeople, type Merging } from './merge-people';

/** What this feature opens; it runs the jobs itself. */
interface OpenedMerges extends Merging {
  readonly mergeJobs: MergeJobs;
}

/** Merges of two people. */
export const merges = defineFeature({
  name: 'merges',
  needs: { locks, settings, notes, peopleRelationships, following },
  open: ({ openJobs, ...parts }): OpenedMerges => ({
    ...parts.following,
    mergeNotes: createMergeNotes(parts.notes),
    relationSearch: parts.peopleRelationships.relationSearch,
    settingsCache: parts.settings.settingsCache,
    mutex: parts.locks.mutex,
    mergeJobs: openJobs(mergeJob),
  }),
  serve: (merging) => ({
    methods: [methods(PersonServiceDefinition, { mergePeople: mergePeople(merging) })],
    jobs: [merging.mergeJobs.run(merging)],
  }),
});
