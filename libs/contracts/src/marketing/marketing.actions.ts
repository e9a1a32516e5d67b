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
import { AppliedPlanServiceDefinition } from '../generated/porchlight/marketing/v1/applied_plan_service';
import { AutomationRunServiceDefinition } from '../generated/porchlight/marketing/v1/automation_run_service';
import { EmEventServiceDefinition, type SentEmEvent } from '../generated/porchlight/marketing/v1/em_event_service';
import { TemplateServiceDefinition } from '../generated/porchlight/marketing/v1/template_service';
import {
  TextMessageTemplateServiceDefinition,
  type TextRecipient,
} from '../generated/porchlight/marketing/v1/text_message_template_service';
import { NOT_LENDERS } from '../roles';
import { arrayOf, integer, objectOf, text } from '../schemas';
import { appliedPlans } from './applied-plans.resource';
import { automationRuns } from './automation-runs.resource';
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

/** The figures of a campaign. */
const FIGURES = {
  sent: 'People to whom an email was sent: it was delivered or bounced.',
  delivered: 'People who got an email.',
  opened: 'People who opened an email.',
  clicked: 'People who clicked a link.',
  bounced: 'People whose email bounced or was dropped.',
  optedOut: 'People who unsubscribed.',
  complained: 'People who reported an email as spam.',
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
const renderAppliedPlan = createRenderer(appliedPlans);
const renderRun = createRenderer(automationRuns);

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
    describe: {
      personId: 'Id of the person whose values replace the merge fields; without it they stay.',
      sentTo: 'Your address, to which the email was sent.',
    },
    service: 'marketing',
    resource: 'templates',
    definition: TemplateServiceDefinition,
    name: 'sendTest',
    summary: 'Send a template to your own confirmed email address. It counts in the mail quota of the account.',
    method: 'POST',
    path: '/templates/:id/sendTest',
    roles: NOT_LENDERS,
    body: { personId: writable(int({ min: 1 })) },
    rpc: 'sendTestMail',
    request: ({ id, body }) => ({ id, personId: body.personId as number | undefined }),
    respond: ({ sentTo }) => ({ status: 200, body: { sentTo } }),
    responses: { 200: { description: 'It was sent.', schema: objectOf({ sentTo: text }) } },
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
    describe: { step: 'Index of the failed step, as in `refusedSteps` and `mails`.' },
    service: 'marketing',
    resource: 'actionPlansPeople',
    definition: AppliedPlanServiceDefinition,
    name: 'retry',
    summary: 'Let a failed step of an applied plan run again: a refused step, or an email that was not sent.',
    method: 'POST',
    path: '/actionPlansPeople/:id/retry',
    roles: NOT_LENDERS,
    body: { step: required(int({ min: 0 })) },
    rpc: 'retryAppliedPlanStep',
    request: ({ id, body }) => ({ id, step: body.step as number }),
    respond: ({ record }) => ({ status: 200, body: renderAppliedPlan(record!) }),
    responses: { 200: { description: 'The applied plan.', schema: 'AppliedPlan' } },
  }),
  defineAction({
    describe: { step: 'Path of the failed step, as in the log: `steps[1].then[0]`.' },
    service: 'marketing',
    resource: 'automationsPeople',
    definition: AutomationRunServiceDefinition,
    name: 'retry',
    summary: 'Let a failed step of a run run again; its line in the log has `canRetry`.',
    method: 'POST',
    path: '/automationsPeople/:id/retry',
    roles: NOT_LENDERS,
    body: { step: required(str({ min: 1 })) },
    rpc: 'retryAutomationRunStep',
    request: ({ id, body }) => ({ id, step: body.step as string }),
    respond: ({ record }) => ({ status: 200, body: renderRun(record!) }),
    responses: { 200: { description: 'The run.', schema: 'AutomationRun' } },
  }),
  defineAction({
    describe: FIGURES,
    service: 'marketing',
    resource: 'emCampaigns',
    definition: EmEventServiceDefinition,
    name: 'figures',
    summary: 'Count the people whom a campaign reached, among those whom the caller may see.',
    method: 'GET',
    path: '/emCampaigns/:id/figures',
    roles: NOT_LENDERS,
    rpc: 'readCampaignFigures',
    request: ({ id }) => ({ campaignId: id }),
    respond: (figures) => ({ status: 200, body: figures }),
    responses: {
      200: {
        description: 'The figures. A person counts at most once in each.',
        schema: objectOf(Object.fromEntries(['campaignId', ...Object.keys(FIGURES)].map((name) => [name, integer]))),
      },
    },
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
