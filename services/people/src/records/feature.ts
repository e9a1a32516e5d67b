import { allResources } from '@porchlight/contracts';
import { people } from '../people';
import { defineFeature } from '../service';
import { settings } from '../settings';
import { createPersonRecords, openPlainRecords, type PersonRecords } from './person-records';

/** Records of people: each feature of such records opens its own here. */
export const records = defineFeature({
  name: 'records',
  needs: { settings, people },
  open: ({ store, settings: settingsParts, people: { people: peopleStore } }): PersonRecords =>
    createPersonRecords({ store, settings: settingsParts, people: peopleStore }),
});

/** Records of people that have no feature of their own. */
export const plainRecords = defineFeature({
  name: 'plain-records',
  needs: { records },
  open: ({ store, records: opened }) => openPlainRecords(opened, store, allResources),
});
