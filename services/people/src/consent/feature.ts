import { people } from '../people';
import { defineFeature } from '../service';
import { suppressions } from '../suppressions';
import { followSuppressions } from './follow-suppressions';

/** Emails of people show whether their addresses are suppressed (D13.4). */
export const consent = defineFeature({
  name: 'consent',
  needs: { suppressions, people },
  open: ({ suppressions: { suppressionCopies, emailStatuses }, people: { people: store }, clock, logger }) =>
    followSuppressions({ suppressionCopies, emailStatuses, people: store, clock, logger }),
  serve: ({ follow, recheck }) => ({
    on: { 'people.marketing': follow },
    workers: { suppressionRecheck: () => recheck },
  }),
});
