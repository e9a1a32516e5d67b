import { LIMITS } from '@porchlight/limits';
import {
  createRenderer,
  defineAction,
  int,
  list,
  object,
  required,
  str,
  writable,
  type Action,
} from '@porchlight/resource';
import { EmEventServiceDefinition, type SentEmEvent } from '../generated/porchlight/marketing/v1/em_event_service';
import { TemplateServiceDefinition } from '../generated/porchlight/marketing/v1/template_service';
import {
  TextMessageTemplateServiceDefinition,
  type TextRecipient,
} from '../generated/porchlight/marketing/v1/text_message_template_service';
import { NOT_LENDERS } from '../roles';
import { arrayOf, integer, objectOf, text } from '../schemas';
import { sentEmEvent } from './sent-em-event';
import { templates } from './templates.resource';

/** The meaning of names for people who use the API. */
const TEXTS = {
  subject: 'Subject of the email.',
  body: 'HTML of the email.',
  mergePersonId: 'Id of the person whose values replace the merge fields.',
  recipients: 'Email addresses of the recipients.',
  emEvents: 'Events of emails, at most 1,000.',
  type: 'What happened: `delivered`, `open`, `click`, `bounced`, `soft-bounce` (temporary), `hard-bounce` (for ever), `unsubscribe`, `spamreport` or `dropped` (not sent).',
  occurred: 'When it happened.',
  recipient: 'Email address of the recipient.',
  url: 'Address that was clicked.',
  emEventIds: 'Ids of the stored events, in the order of the request.',
  recipientsNotFound: 'Addresses of no person of the account.',
  rejected: 'Events that were not stored.',
  index: 'Position in the request, from 0.',
  reason: 'Why the event was not stored.',
} as const;

/** The same of a merge of a text message. */
const TEXT_MERGE_TEXTS = {
  mergePersonId: 'Another name of personId.',
  personId: 'Id of the person whose values replace the merge fields.',
  recipients: 'People to whom the text is addressed.',
  to: 'Recipients; the names of several become a list.',
  from: 'Sender; the caller is the sender in any case.',
  name: 'Full name.',
  phone: 'Phone number.',
  mergedTemplate: 'The text with its merge fields replaced.',
} as const;

const render = createRenderer(templates);

const textRecipients = list(
  object<TextRecipient>({ name: str(), phone: str() }, { required: ['phone'], defaults: { name: '' } }),
  LIMITS.mergedRecipients.value,
);

/** Maximum number of email events per call (specification: Limits). */
export const MAX_EM_EVENTS = LIMITS.emEventsPerCall.value;

/** Actions of marketing besides the five verbs (decisions section 6). */
export const marketingActions: readonly Action[] = [
  defineAction({
    describe: TEXTS,
    service: 'marketing',
    resource: 'templates',
    definition: TemplateServiceDefinition,
    name: 'merge',
    summary: 'Preview a template. Merge tokens are replaced for a person and the caller; without a person they stay.',
    method: 'POST',
    path: '/templates/merge',
    roles: NOT_LENDERS,
    body: {
      templateId: required(int({ min: 1 })),
      mergePersonId: writable(int({ min: 1 })),
      // Clients of other services send the addresses of the mail; the preview is the same for all of them.
      recipients: writable(list(str())),
    },
    rpc: 'mergeTemplate',
    request: ({ body }) => ({
      templateId: body.templateId as number,
      mergePersonId: (body.mergePersonId as number | undefined) ?? 0,
    }),
    respond: ({ record }) => ({ status: 200, body: render(record!) }),
    responses: { 200: { description: 'The merged template.', schema: 'Template' } },
  }),
  defineAction({
    describe: TEXT_MERGE_TEXTS,
    service: 'marketing',
    resource: 'textMessageTemplates',
    definition: TextMessageTemplateServiceDefinition,
    name: 'merge',
    summary:
      'Preview a template of text messages. Merge tokens are replaced for a person or for recipients and the caller; without both they stay. Names of several recipients become a list.',
    method: 'POST',
    path: '/textMessageTemplates/merge',
    roles: NOT_LENDERS,
    body: {
      templateId: required(int({ min: 1 })),
      // The public schema and its example differ in the name.
      personId: writable(int({ min: 1 }), { aliases: ['mergePersonId'] }),
      // The caller is the sender; `from` is accepted because clients send it.
      recipients: writable(
        object<{ to: TextRecipient[]; from: TextRecipient[] }>({ to: textRecipients, from: textRecipients }),
      ),
    },
    rpc: 'mergeTextMessageTemplate',
    request: ({ body }) => ({
      templateId: body.templateId as number,
      personId: (body.personId as number | undefined) ?? 0,
      recipients: (body.recipients as { to: TextRecipient[] } | undefined)?.to ?? [],
    }),
    respond: ({ mergedTemplate }) => ({ status: 200, body: { mergedTemplate } }),
    responses: { 200: { description: 'The merged text.', schema: objectOf({ mergedTemplate: text }) } },
  }),
  defineAction({
    describe: TEXTS,
    service: 'marketing',
    resource: 'emEvents',
    definition: EmEventServiceDefinition,
    name: 'record',
    summary: 'Send up to 1,000 email events. A wrong event rejects only itself; strict handling refuses all.',
    method: 'POST',
    path: '/emEvents',
    roles: NOT_LENDERS,
    largeBody: true,
    reading: 'lead',
    body: { emEvents: required(list(sentEmEvent, MAX_EM_EVENTS)) },
    rpc: 'recordEmEvents',
    request: ({ body, mode }) => ({ emEvents: body.emEvents as SentEmEvent[], strict: mode === 'strict' }),
    respond: ({ emEventIds, recipientsNotFound, rejected }) => ({
      status: 200,
      body: {
        emEventIds,
        ...(recipientsNotFound.length > 0 && { recipientsNotFound }),
        ...(rejected.length > 0 && { rejected: rejected.map(({ index, reason }) => ({ index, reason })) }),
      },
    }),
    responses: {
      200: {
        description:
          'Ids of the rows that count the stored events, in the order of the input; recipients that are no person of the account; and `rejected`: the position from 0 and the reason of each event that is not stored. GET /emEvents includes the events immediately; emailsSent, lastSentEmail and lastEmail of people follow a few seconds later.',
        schema: objectOf(
          {
            emEventIds: arrayOf(integer),
            recipientsNotFound: arrayOf(text),
            rejected: arrayOf(objectOf({ index: integer, reason: text }, ['index', 'reason'])),
          },
          ['emEventIds'],
        ),
      },
    },
  }),
];
