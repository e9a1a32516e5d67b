import { bool, defineResource, int, oneOf, readOnly, required, str, text, writable } from '@porchlight/resource';
import { authorFields } from '../author-fields';
import {
  EmailMessageServiceDefinition,
  type EmailMessage,
} from '../generated/porchlight/people/v1/email_message_service';
import { EVERYONE } from '../roles';

/**
 * What is recorded about a mail (D12.7). Recorded: by POST, this service did not send or receive it. Sent, Bounced:
 * this service sent it. Received: a proven reply. Unverified: it arrived, nothing proves its sender, it has no effect.
 */
export const EMAIL_STATUSES = ['Recorded', 'Sent', 'Bounced', 'Received', 'Unverified'] as const;

const EMAIL_STATUSES_MEANINGS = {
  Recorded: 'A caller recorded the email; this service did not send or receive it.',
  Sent: 'This service sent the email.',
  Bounced: 'This service sent the email, and it was returned.',
  Received: 'A reply of the person, whose sender is proven.',
  Unverified: 'The email arrived, and nothing proves its sender.',
} as const;

/** Longest body of a recorded mail, characters. */
export const MAX_EMAIL_BODY = 65_536;

/** A mail to or from a person, as a record; a create sends nothing (D12.7). */
export const emails = defineResource<EmailMessage>(EmailMessageServiceDefinition, {
  resource: 'emails',
  description: 'Emails to and from people, as records. POST records an email and does not send it.',
  roles: { read: EVERYONE, write: EVERYONE },
  visibility: 'viewers',
  ofPerson: { activity: 'rules' },
  describe: {
    personId: 'Id of the person who wrote or received the email.',
    subject: 'Subject of the email.',
    body: 'Text or HTML of the email.',
    isHtml: 'True if the body is HTML.',
    from: 'Email address of the sender.',
    to: 'Email addresses of the recipients.',
    isIncoming: 'True if the person sent the email.',
    messageId: 'Message-ID of the email.',
    threadId: 'Id of the thread that the email belongs to.',
    userId: 'Id of the user who wrote or received the email.',
    userName: 'Name of the user who wrote or received the email.',
    status: 'What is recorded about the email.',
    sent: 'True if this service sent the email.',
    recordOnly: 'True if the email is only a record: this service did not send or receive it.',
    actionPlanId: 'Id of the action plan that sent the email.',
  },
  fields: {
    ...authorFields,
    personId: required(int({ min: 1 }), { fixed: true }),
    subject: writable(str(), { emptyClears: true }),
    body: writable(text(MAX_EMAIL_BODY), { emptyClears: true }),
    isHtml: writable(bool(), { nullable: false, fallback: false, initial: false }),
    from: writable(str({ max: 1_000 }), { emptyClears: true }),
    to: writable(str({ max: 1_000 }), { emptyClears: true }),
    isIncoming: writable(bool(), { nullable: false, fallback: false, initial: false }),
    messageId: writable(str(), { emptyClears: true }),
    threadId: writable(str(), { emptyClears: true }),
    // The user who wrote or received it.
    userId: writable(int({ min: 1 }), { initialFrom: 'caller', references: { resource: 'users', inactive: true } }),
    userName: readOnly(str(), { nameOf: { field: 'userId', resource: 'users' } }),
    status: readOnly(oneOf(EMAIL_STATUSES, { describe: EMAIL_STATUSES_MEANINGS })),
    sent: readOnly(bool(), { fallback: false, computed: ({ status }) => status === 'Sent' || status === 'Bounced' }),
    recordOnly: readOnly(bool(), { fallback: false, computed: ({ status }) => status === 'Recorded' }),
    actionPlanId: readOnly(int()),
    systemName: readOnly(str(), { stamp: 'system' }),
    systemId: readOnly(int(), { stamp: 'systemId' }),
  },
  filters: {
    personId: { type: 'int', match: 'equals' },
    userId: { type: 'int', match: 'equals', many: true },
    isIncoming: { type: 'bool', match: 'equals' },
    status: { type: 'string', match: 'equals' },
    messageId: { type: 'string', match: 'equals' },
    threadId: { type: 'string', match: 'equals' },
  },
  sorts: { id: { column: 'id' }, created: { column: 'created' } },
  problems: ({ subject, body }) =>
    [subject, body].some((part) => typeof part === 'string' && part.trim() !== '')
      ? []
      : ["An email needs a 'subject' or a 'body'."],
  webhooks: { created: 'emailsCreated', updated: 'emailsUpdated', deleted: 'emailsDeleted' },
  example: {
    personId: 1,
    subject: 'Your visit on Friday',
    body: 'See you at 5 pm.',
    from: 'ada@harborlane.example',
    to: 'jo@example.com',
  },
});
