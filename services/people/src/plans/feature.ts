import { activity } from '../activity';
import { people } from '../people';
import { defineFeature } from '../service';
import { settings } from '../settings';
import { followMarketing, type FollowedMarketing } from './follow-marketing';
import { createPlanSteps, planStepSchema } from './applied-plan-steps';

/** Due steps of action plans, and the email activity of people. */
export const plans = defineFeature({
  name: 'plans',
  needs: { settings, people, activity },
  open: ({ store, clock, logger, publishFact, ...parts }): FollowedMarketing => ({
    people: parts.people.people,
    merges: parts.people.merges,
    notes: parts.activity.notes,
    tasks: parts.activity.tasks,
    sums: parts.activity.sums,
    emailActivity: parts.activity.emailActivity,
    settingsCache: parts.settings.settingsCache,
    planSteps: createPlanSteps(store.collection('planSteps', planStepSchema), clock),
    publishFact,
    logger,
  }),
  serve: (opened) => ({ on: { 'people.marketing': followMarketing(opened) } }),
});
