import { methods } from '@porchlight/backend';
import { MaintenanceServiceDefinition } from '@porchlight/contracts';
import { activity } from '../activity';
import { leads } from '../leads';
import { people } from '../people';
import { defineFeature } from '../service';
import { settings } from '../settings';
import { recountAccount, type Recounting } from './recount-account';

/** Recounts of stored counts of the activity of people and of what searches compare, for operators. */
export const recounts = defineFeature({
  name: 'recounts',
  needs: { settings, people, activity, leads },
  open: ({ clock, people: { people: opened }, activity: { children, sums, relationSearch }, ...parts }): Recounting => {
    const { stages, customFields, smartLists } = parts.settings;
    const { leadFlows, ponds } = parts.leads;
    return {
      people: opened,
      sums,
      relationSearch,
      clock,
      counted: [opened, ...children, stages, customFields, smartLists, leadFlows, ponds],
    };
  },
  serve: (recounting) => ({
    methods: [methods(MaintenanceServiceDefinition, { recount: recountAccount(recounting) }, { roles: ['Operator'] })],
  }),
});
