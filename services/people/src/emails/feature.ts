import { methods } from '@porchlight/backend';
import { emails as descriptor, EmailMessageServiceDefinition } from '@porchlight/contracts';
import { createResourceHandlers } from '@porchlight/store';
import { activity, withPersonActivity } from '../activity';
import { people } from '../people';
import { plans } from '../plans';
import { defineFeature } from '../service';
import { recordEmail, type RecordedEmails } from './record-email';

/** Emails of people (D12.7). */
export const emails = defineFeature({
  name: 'emails',
  needs: { people, activity, plans },
  open: ({ logger, ...parts }): RecordedEmails => ({
    people: parts.people.people,
    merges: parts.people.merges,
    emails: parts.activity.emails,
    sums: parts.activity.sums,
    planSteps: parts.plans.planSteps,
    logger,
  }),
  serve: (opened) => ({
    methods: [
      methods(
        EmailMessageServiceDefinition,
        {
          ...createResourceHandlers(descriptor, withPersonActivity(opened, { kind: 'emails', store: opened.emails })),
          recordEmail: recordEmail(opened),
        },
        { roles: ['Operator'] },
      ),
    ],
  }),
});
