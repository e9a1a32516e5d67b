import { methods } from '@porchlight/backend';
import { EmailMessageServiceDefinition } from '@porchlight/contracts';
import { emails } from '../emails';
import { notes } from '../notes';
import { people } from '../people';
import type { PersonDocument } from '../person';
import { records } from '../records';
import { defineFeature } from '../service';
import { settings } from '../settings';
import { tasks } from '../tasks';
import { createEmailActivity } from './campaign-activity';
import { followMarketing, type FollowedMarketing } from './follow-marketing';
import { recordEmail, type RecordedEmails } from './record-email';

/** What marketing asks to record on people: due steps of action plans, its mails, and the activity of its campaigns. */
export const plans = defineFeature({
  name: 'plans',
  needs: { settings, people, records, notes, tasks, emails },
  open: ({ store, clock, logger, publishFact, ...parts }): FollowedMarketing & RecordedEmails => ({
    people: parts.people.people,
    merges: parts.people.merges,
    records: parts.records,
    notes: parts.notes,
    tasks: parts.tasks,
    emails: parts.emails,
    emailActivity: createEmailActivity(store.collection<PersonDocument>('people'), clock),
    settingsCache: parts.settings.settingsCache,
    publishFact,
    logger,
  }),
  serve: (opened) => ({
    on: { 'people.marketing': followMarketing(opened) },
    methods: [methods(EmailMessageServiceDefinition, { recordEmail: recordEmail(opened) }, { roles: ['Operator'] })],
  }),
});
