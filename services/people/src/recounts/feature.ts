import { methods } from '@porchlight/backend';
import { MaintenanceServiceDefinition } from '@porchlight/contracts';
import { leads } from '../leads';
import { people } from '../people';
import { peopleRelationships } from '../people-relationships';
import { records } from '../records';
import { defineFeature } from '../service';
import { settings } from '../settings';
import { recountAccount, type Recounting } from './recount-account';

/** Recounts of stored counts of the activity of people and of what searches compare, for operators. */
export const recounts = defineFeature({
  name: 'recounts',
  needs: { settings, people, records, peopleRelationships, leads },
  open: ({ clock, people: { people: opened }, records: { children, sums }, ...parts }): Recounting => {
    const { stages, customFields, smartLists } = parts.settings;
    const { leadFlows, ponds } = parts.leads;
    return {
      people: opened,
      sums,
      relationSearch: parts.peopleRelationships.relationSearch,
      clock,
      counted: [opened, ...children, stages, customFields, smartLists, leadFlows, ponds],
    };
  },
  serve: (recounting) => ({
    methods: [methods(MaintenanceServiceDefinition, { recount: recountAccount(recounting) }, { roles: ['Operator'] })],
  }),
});
