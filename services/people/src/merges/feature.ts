import { methods } from '@porchlight/backend';
import { PersonServiceDefinition } from '@porchlight/contracts';
import { activity } from '../activity';
import { following } from '../following';
import { locks } from '../locks';
import { defineFeature } from '../service';
import { settings } from '../settings';
import { mergeJob, type MergeJobs, mergePeople, type Merging } from './merge-people';

/** What this feature opens; it runs the jobs itself. */
interface OpenedMerges extends Merging {
  readonly mergeJobs: MergeJobs;
}

/** Merges of two people. */
export const merges = defineFeature({
  name: 'merges',
  needs: { locks, settings, activity, following },
  open: ({ openJobs, ...parts }): OpenedMerges => ({
    ...parts.following,
    mergeNotes: parts.activity.mergeNotes,
    relationSearch: parts.activity.relationSearch,
    settingsCache: parts.settings.settingsCache,
    mutex: parts.locks.mutex,
    mergeJobs: openJobs(mergeJob),
  }),
  serve: (merging) => ({
    methods: [methods(PersonServiceDefinition, { mergePeople: mergePeople(merging) })],
    jobs: [merging.mergeJobs.run(merging)],
  }),
});
