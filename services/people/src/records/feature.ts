import { allResources } from '@porchlight/contracts';
import { people } from '../people';
import { defineFeature } from '../service';
import { settings } from '../settings';
import { createOnce } from './create-once';
import { CAUSES, causeSchema, createHandledCauses, type HandledCauses } from './handled-causes';
import { createPersonRecords, openPlainRecords, type PersonRecords } from './person-records';

/** What features of records of people use. */
export interface Records extends PersonRecords {
  /** Creates a record that no caller asked for, once for each cause. */
  readonly createOnce: ReturnType<typeof createOnce>;
  readonly causes: HandledCauses;
}

/** Records of people: each feature of such records opens its own here. */
export const records = defineFeature({
  name: 'records',
  needs: { settings, people },
  open: ({ store, clock, settings: settingsParts, people: { people: peopleStore } }): Records => {
    const opened = createPersonRecords({ store, settings: settingsParts, people: peopleStore });
    const causes = createHandledCauses(store.collection(CAUSES, causeSchema), clock);
    return { ...opened, causes, createOnce: createOnce(opened, causes) };
  },
});

/** Records of people that have no feature of their own. */
export const plainRecords = defineFeature({
  name: 'plain-records',
  needs: { records },
  open: ({ store, records: opened }) => openPlainRecords(opened, store, allResources),
});
