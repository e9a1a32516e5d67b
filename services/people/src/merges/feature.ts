import { methods } from '@porchlight/backend';
import { PersonServiceDefinition } from '@porchlight/contracts';
import { activity } from '../activity';
import { following } from '../following';
import { locks } from '../locks';
import { defineFeature } from '../service';
import { settings } from '../settings';
import { createMergeFinisher, mergePeople, type Merging } from './merge-people';

/** Merges of two people. */
export const merges = defineFeature({
  name: 'merges',
  needs: { locks, settings, activity, following },
  open: (parts): Merging => ({
    ...parts.following,
    mergeNotes: parts.activity.mergeNotes,
    settingsCache: parts.settings.settingsCache,
    mutex: parts.locks.mutex,
  }),
  serve: (merging) => ({
    methods: [methods(PersonServiceDefinition, { mergePeople: mergePeople(merging) })],
    workers: { mergeFinisher: (hold) => createMergeFinisher(merging, hold) },
  }),
});
