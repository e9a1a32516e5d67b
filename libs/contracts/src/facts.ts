import * as z from 'zod';
import { defineFact } from './define-fact';
import { appointmentDue, appointmentInvited } from './people/appointment-facts';

export { appointmentDue, appointmentInvited };
export type { FactData, FactDefinition, FactEffect } from './define-fact';

const id = z.int().min(1);

export const personContacted = defineFact(
  'people.people.contacted',
  'adds',
  'A person was contacted for the first time: running action plans pause.',
  z.object({ personId: id }),
);

export const personMerged = defineFact(
  'people.people.merged',
  'destroys',
  'A person was merged into another one.',
  z.object({ id: id.describe('The merged person.'), into: id.describe('The survivor.') }),
);

export const personErased = defineFact(
  'people.people.erased',
  'destroys',
  'A person was erased: every service deletes its data about these people.',
  z.object({
    people: z.array(id).describe('The person and those merged into it.'),
    children: z.record(z.string(), z.array(id)).default({}).describe('Ids of their deleted records, by resource.'),
    addressHashes: z
      .array(z.string())
      .default([])
      .describe('Keyed hashes of their email addresses: suppressions of these lose the address.'),
  }),
);

export const personExported = defineFact(
  'people.people.exported',
  'adds',
  'The data of a person was exported: the audit log records it.',
  z.object({}),
);

export const leadReceived = defineFact(
  'people.events.leadReceived',
  'adds',
  'A lead was received and assigned: its action plan starts and users are notified.',
  z.object({
    eventId: id,
    personId: id,
    personName: z.string(),
    isNew: z.boolean().describe('The lead created the person.'),
    type: z.string().describe('Type of the event, for example Registration.'),
    source: z.string(),
    inquiry: z
      .boolean()
      .default(false)
      .describe('If none of notifyUserIds is active, the owner and the active brokers are notified.'),
    notifyUserIds: z.array(id),
    furtherUserIds: z.array(id).default([]).describe('Lenders that are notified besides the others.'),
    offeredUserIds: z.array(id).default([]).describe('Users who find the lead under Unclaimed.'),
    reassigned: z.boolean().default(false).describe('The lead was not claimed in time; another user got it.'),
    actionPlanId: id.nullish(),
    historyOnly: z.boolean().optional().describe('The event is old: no plan starts and no user is notified.'),
  }),
);

export const leadsRefused = defineFact(
  'people.receivedLeads.refused',
  'adds',
  'Leads were refused by the limit of POST /events: the owner is notified, once an hour.',
  z.object({ since: z.iso.datetime().describe('Start of the hour.') }),
);

export const stageRenamed = defineFact(
  'people.stages.renamed',
  'adds',
  'A stage has another name: records that name it follow.',
  z.object({ id, from: z.string(), to: z.string() }),
);

export const personOptedOut = defineFact(
  'people.events.optedOut',
  'adds',
  'A person opted out of mail: the addresses are suppressed.',
  z.object({
    eventId: id.optional().describe('Absent if lead flow ignored the source.'),
    personId: id.optional(),
    addresses: z.array(z.string().max(320)),
    hidden: z.boolean().describe('The caller may not see the person: the assigned user and the owner are notified.'),
    source: z.enum(['event', 'import']),
  }),
);

export const planStepRefused = defineFact(
  'people.planSteps.refused',
  'adds',
  'A step of an action plan could not be run.',
  z.object({ stepId: z.string(), personId: id, reason: z.string().describe('One sentence.') }),
);

export const planStepReassigned = defineFact(
  'people.planSteps.reassigned',
  'adds',
  'The task of a step of an action plan was given to another user, because its user may get nothing new.',
  z.object({ stepId: z.string(), personId: id, reason: z.string().describe('One sentence.') }),
);

const text = z.string().max(255);

export const planStepDue = defineFact(
  'marketing.planSteps.due',
  'adds',
  'A step of an action plan is due: the people service runs it, once.',
  z.object({
    stepId: z.string().min(1).max(255),
    personId: id.max(2_147_483_647),
    actionPlanId: id.max(2_147_483_647).nullish(),
    appliedPlanId: id.optional(),
    userId: z.int().min(0).describe('The user who applied the plan; 0: a lead-flow rule.'),
    type: z.enum(['createTask', 'addTags', 'changeStage', 'addNote']),
    task: z.object({ name: z.string(), type: z.string().optional() }).nullish(),
    tags: z.array(text).nullish(),
    stage: text.nullish(),
    note: z.object({ subject: z.string().optional(), body: z.string().optional() }).nullish(),
  }),
);

/** A due step of an action plan. */
export type DueStep = z.output<typeof planStepDue.data>;

export const emailActivityCounted = defineFact(
  'marketing.emEvents.activity',
  'adds',
  'The counts of email events of these people changed. The counts are totals, so the newest sequence wins.',
  z.object({
    people: z.array(
      z.object({
        personId: id,
        emailsSent: z.int().min(0),
        lastSentEmail: z.string().nullable().describe('ISO 8601'),
        lastEvent: z.string().nullish().describe('ISO 8601'),
        sequence: z.number(),
      }),
    ),
  }),
);

export const emailsUnsubscribed = defineFact(
  'marketing.emEvents.unsubscribed',
  'adds',
  'Addresses of these people were unsubscribed. Only versions without suppressions publish it.',
  z.object({ people: z.array(z.object({ personId: id, emails: z.array(z.string()) })) }),
);

export const addressOptedOut = defineFact(
  'marketing.suppressions.optedOut',
  'adds',
  'A caller who may not see a person opted the person out: the assigned users and the owner are notified.',
  z.object({
    personId: id,
    userIds: z.array(id),
    address: z.string(),
    byUserId: z.int().min(0).describe('0: none.'),
    system: z.string(),
  }),
);

export const senderDomainRequired = defineFact(
  'marketing.senderDomains.required',
  'adds',
  'An account that sends mails to contacts must verify a sender domain: the owner is notified.',
  z.object({
    until: z.iso.datetime().describe('From then on its mails wait.'),
    notice: z.int().min(1).describe('Number of the notice; one a week.'),
  }),
);

export const userReassigned = defineFact(
  'auth.users.reassigned',
  'destroys',
  'A user was deleted: the people and tasks of the user belong to another user.',
  z.object({ userId: id, role: z.string(), assignTo: id }),
);

export const grantDeleted = defineFact(
  'auth.grants.deleted',
  'destroys',
  'An approval of an OAuth app ended: what it created with the grant is disabled, or belongs to the successor.',
  z.object({
    grantId: z.string().min(1),
    userId: id,
    clientId: z.string().min(1),
    successor: z.string().min(1).optional().describe('Another approval by which the app still has access.'),
  }),
);

export const oauthAppDeleted = defineFact(
  'auth.oauthApps.ended',
  'destroys',
  'An OAuth app was deleted: the access of its users ends.',
  z.object({ clientId: z.string().min(1) }),
);

const disabledBy = z
  .string()
  .describe('receiver: its response; service: events could not be delivered; grant: the access of its app ended.');

export const webhookDisabled = defineFact(
  'notifier.webhooks.disabled',
  'adds',
  'A webhook was disabled: the owner is notified.',
  z.object({ webhookId: id, event: z.string(), url: z.string(), by: disabledBy }),
);

export const webhookFailing = defineFact(
  'notifier.webhooks.failing',
  'adds',
  'A webhook fails and may be disabled: the owner is notified, and webhooks of webhookFailing are called.',
  z.object({
    webhookId: id,
    event: z.string(),
    url: z.string(),
    cause: z.enum(['givenUp', 'failures']).describe('An event was given up; or failures for a long time.'),
  }),
);

export const inboxAppDisabled = defineFact(
  'notifier.inboxApps.disabled',
  'adds',
  'The installation of an inbox app was disabled: the owner is notified.',
  z.object({ inboxAppId: id, name: z.string(), url: z.string(), by: disabledBy }),
);

export const callbackRequested = defineFact(
  'notifier.conversations.callback',
  'adds',
  'A user acted in a conversation: the inbox app gets a callback.',
  z.object({ inboxAppId: id, event: z.string(), data: z.record(z.string(), z.unknown()) }),
);

export const dealLinked = defineFact(
  'deals.deals.linked',
  'adds',
  'People were added to a deal: an undo of an import does not delete them.',
  z.object({ people: z.array(id) }),
);

export const planApplied = defineFact(
  'marketing.actionPlansPeople.applied',
  'adds',
  'An action plan was applied to a person: an undo of an import does not delete it.',
  z.object({ personId: id }),
);

/** All facts. */
export const FACTS = [
  personContacted,
  personMerged,
  personErased,
  personExported,
  leadReceived,
  leadsRefused,
  stageRenamed,
  personOptedOut,
  planStepRefused,
  planStepReassigned,
  planStepDue,
  emailActivityCounted,
  emailsUnsubscribed,
  addressOptedOut,
  senderDomainRequired,
  userReassigned,
  grantDeleted,
  oauthAppDeleted,
  webhookDisabled,
  webhookFailing,
  inboxAppDisabled,
  callbackRequested,
  dealLinked,
  planApplied,
  appointmentInvited,
  appointmentDue,
];

/**
 * Deletions of records on which other services act, by the type of the message. They are confirmed like facts that
 * destroy; the owner answers by whether the records exist.
 */
export const DELETIONS = [
  'auth.accounts.deleted',
  'auth.users.deleted',
  'auth.groups.deleted',
  'people.people.deleted',
  'marketing.actionPlans.deleted',
] as const;

type DestroyingFact = Extract<(typeof FACTS)[number], { readonly effect: 'destroys' }>;

/** Types of the facts of a service that delete or reassign. */
export type DestroyingType<Service extends string = string> = Extract<DestroyingFact['type'], `${Service}.${string}`>;

/** Data of a fact by its type. */
export type FactDataOf<Type extends string> = z.output<
  Extract<(typeof FACTS)[number], { readonly type: Type }>['data']
>;

/** Types of messages that delete or reassign: no consumer acts on one that its owner does not confirm. */
export const DESTROYING_TYPES: ReadonlySet<string> = new Set([
  ...DELETIONS,
  ...FACTS.filter(({ effect }) => effect === 'destroys').map(({ type }) => type),
]);
