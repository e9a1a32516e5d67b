import { methods } from '@porchlight/backend';
import { EmailMessage, EmailMessageServiceDefinition, emails as descriptor } from '@porchlight/contracts';
import { createResourceHandlers, type ResourceStore } from '@porchlight/store';
import { records } from '../records';
import { defineFeature } from '../service';
import { emailActivity } from './email-activity';
import { emailColumns, type EmailDocument, emailsStrategy } from './emails-strategy';

/** The store of emails. */
export type Emails = ResourceStore<EmailMessage, EmailDocument>;

/** Emails of people (D12.7). */
export const emails = defineFeature({
  name: 'emails',
  needs: { records },
  open: ({ records: opened }): Emails =>
    opened.open<EmailMessage, EmailDocument>({
      descriptor,
      columns: emailColumns,
      strategy: emailsStrategy,
      activity: emailActivity,
      // Other services read whose mail it is, not what it says.
      encodeRecord: ({ id, version, personId, isIncoming, status }) =>
        EmailMessage.encode({ id, version, personId, isIncoming, status }).finish(),
    }),
  // The feature `plans` records the mails of marketing.
  serve: (store) => ({ methods: [methods(EmailMessageServiceDefinition, createResourceHandlers(descriptor, store))] }),
});
