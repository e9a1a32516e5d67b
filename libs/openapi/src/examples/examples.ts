import { allResources } from '@porchlight/contracts';
import { formatOperation, type Descriptor } from '@porchlight/resource';
import { example, type Example } from './example';

const withExample = (resources: readonly Descriptor[]): Descriptor[] =>
  resources.filter((descriptor) => descriptor.example && descriptor.verbs.includes('create'));

/** The requests that create and update the example of each descriptor that has one. */
export const declaredExamples = (resources: readonly Descriptor[]): Example[] =>
  withExample(resources).flatMap((descriptor) =>
    (['create', 'update'] as const)
      .filter((verb) => descriptor.verbs.includes(verb))
      .map((verb) => example(formatOperation(descriptor, verb), { body: descriptor.example })),
  );

/** Address of a receiver: the acceptance suite replaces it by its own. */
export const RECEIVER = 'https://hooks.example.com';

const MONTH = { from: '2026-01-01', to: '2026-01-31', timeZone: 'America/Chicago' };

const lead = {
  source: 'mywebsite.example',
  type: 'Property Inquiry',
  message: 'Is the house on Oak Street still free?',
  person: {
    firstName: 'Ada',
    lastName: 'Byron',
    emails: [{ value: 'ada.byron@example.com' }],
    phones: [{ value: '512-555-0142', type: 'mobile' }],
    tags: ['Buyer'],
  },
  property: {
    street: '12 Oak Street',
    city: 'Austin',
    state: 'TX',
    code: '78701',
    price: 425000,
    url: 'https://mywebsite.example/homes/12',
  },
};

const openHouseLead = {
  source: 'Open House Sign',
  type: 'Visited Open House',
  person: { firstName: 'Grace', lastName: 'Murray', phones: [{ value: '512-555-0143' }], price: 300000 },
};

/**
 * Requests of the owner that succeed one after another in a new account: later ones use the results of earlier ones.
 * The OpenAPI document shows exactly these, so that every example works.
 */
export const EXAMPLES: readonly Example[] = [
  // Settings first.
  example('auth.systems.create', { body: { name: 'My Website' } }),
  example('auth.systems.get', { path: { id: 1 } }),
  example('auth.systems.update', { path: { id: 1 }, body: { signatureHeaders: ['X-My-Website-Signature'] } }),
  example('auth.systems.rotateKey', { body: { name: 'My Website' } }),
  example('auth.systems.ignored', { path: { system: 'My Website' } }),
  example('auth.users.create', {
    body: {
      firstName: 'Sam',
      lastName: 'Rivera',
      email: 'sam.rivera@example.com',
      role: 'Agent',
      timezone: 'America/Chicago',
    },
  }),
  example('auth.users.update', { path: { id: 2 }, body: { phone: '512-555-0177' } }),
  example('auth.users.invite', { path: { id: 2 } }),
  example('marketing.senderDomain.update', { body: { address: 'team@harborlane.example' } }),
  example('auth.account.update', { body: { handling: 'strict' } }),
  example('auth.apiKeys.create', { path: { id: 1 }, body: { label: 'Website' } }),
  ...declaredExamples(allResources.filter(({ ofPerson }) => !ofPerson)),
  example('auth.oauthApps.create', { body: { name: 'My CRM', redirectUris: ['https://mycrm.example/callback'] } }),
  example('auth.oauthApps.update', { body: { name: 'My other CRM' } }),
  example('people.stages.create', { body: { name: 'Needs a Loan', orderWeight: 2500 } }),
  example('people.stages.update', { path: { id: 8 }, body: { name: 'Needs a Loan First' } }),
  example('people.customFields.create', { body: { label: 'Pets', type: 'dropdown', choices: ['Cat', 'Dog'] } }),
  example('people.customFields.update', { body: { choices: ['Cat', 'Dog', 'Parrot'] } }),
  example('people.leadFlows.create', {
    body: { name: 'Open house signs', sources: ['Open House Sign'], assignGroupId: 1 },
  }),
  example('people.leadFlows.update', { body: { minPrice: 100000 } }),
  example('people.leadFlows.preview', { body: openHouseLead }),
  // Leads and people.
  example('people.events.create', { title: 'A lead', body: lead }),
  example('people.events.create', {
    title: 'A lead that is offered to a group',
    body: openHouseLead,
  }),
  example('people.people.create', {
    body: {
      firstName: 'Charles',
      lastName: 'Babbage',
      emails: [{ value: 'charles@example.com', type: 'work' }],
      stage: 'Lead',
      assignedUserId: 1,
      tags: ['Seller'],
      customPets: 'Cat',
    },
  }),
  example('people.people.update', {
    body: {
      price: 450000,
      background: 'Wants a garden.',
      addresses: [{ type: 'home', street: '3 Elm Street', city: 'Austin', state: 'TX', code: '78702' }],
    },
  }),
  example('people.people.claim', { body: { personId: 2 } }),
  example('people.people.claimById', { path: { id: 2 } }),
  example('people.people.saveBatch', {
    body: {
      people: [
        { firstName: 'Mary', lastName: 'Somerville', emails: [{ value: 'mary@example.com' }] },
        { emails: [{ value: 'charles@example.com' }], tags: ['Investor'] },
      ],
    },
  }),
  example('people.people.merge', { path: { id: 3 }, body: { otherId: 4 } }),
  example('people.people.import', {
    query: { preview: true },
    body: { csv: 'First name,Last name,Email\nAnna,Winlock,anna@example.com\n' },
  }),
  example('people.people.checkDuplicate', { query: { email: 'ada.byron@example.com' } }),
  ...declaredExamples(allResources.filter(({ ofPerson }) => ofPerson)),
  example('people.notes.create', { body: { personId: 1, subject: 'First talk', body: 'Likes the garden.' } }),
  example('people.notes.update', { body: { subject: 'First call' } }),
  example('people.threadedReplies.create', { body: { refType: 'Note', refId: 1, body: 'I can show it on Friday.' } }),
  example('people.threadedReplies.update', { body: { body: 'I can show it on Saturday.' } }),
  example('people.reactions.add', { path: { refType: 'Note', id: 1 }, body: { body: '👍' } }),
  example('people.calls.create', {
    body: {
      personId: 1,
      phone: '512-555-0142',
      isIncoming: false,
      outcome: 'Interested',
      duration: 95,
      note: 'Calls back on Monday.',
    },
  }),
  example('people.calls.update', { body: { outcome: 'Left Message' } }),
  example('people.textMessages.create', {
    body: { personId: 1, message: 'See you at four.', toNumber: '512-555-0142', fromNumber: '512-555-0110' },
  }),
  example('people.textMessages.update', { body: { externalLabel: 'My dialer' } }),
  example('people.tasks.create', {
    body: { personId: 1, name: 'Show the house', type: 'Showing', dueDate: '2030-01-31' },
  }),
  example('people.tasks.update', { body: { isCompleted: 1 } }),
  example('people.personAttachments.createUpload', {
    body: { personId: 1, fileName: 'contract.pdf', fileSize: 52_133 },
  }),
  example('people.calendarFeed.create'),
  example('people.appointments.update', { body: { outcomeId: 2 } }),
  example('people.reports.leads', { query: MONTH }),
  example('people.reports.firstAnswers', { query: MONTH }),
  example('people.reports.stages', { query: MONTH }),
  // Deals.
  example('deals.pipelines.create', { body: { name: 'Rentals', stages: [{ name: 'Offer' }, { name: 'Signed' }] } }),
  example('deals.pipelines.update', { body: { description: 'Rentals.' } }),
  example('deals.dealCustomFields.create', { body: { label: 'Lot size', type: 'number' } }),
  example('deals.dealCustomFields.update', { body: { label: 'Size of the lot' } }),
  example('deals.deals.create', {
    body: {
      name: '12 Oak Street',
      stageId: 1,
      price: 425000,
      peopleIds: [1],
      userIds: [1],
      projectedCloseDate: '2030-03-31',
    },
  }),
  example('deals.deals.update', { body: { price: 420000 } }),
  example('deals.dealAttachments.create', {
    body: { dealId: 1, uri: 'https://files.example.com/offer.pdf', fileName: 'offer.pdf', fileSize: 52_133 },
  }),
  example('deals.reports.closingDeals', { query: { from: '2030-01-01', to: '2030-12-31' } }),
  example('deals.dealAttachments.update', { body: { fileName: 'offer-signed.pdf' } }),
  example('deals.dealAttachments.createUpload', { body: { dealId: 1, fileName: 'offer.pdf', fileSize: 52_133 } }),
  // Marketing.
  example('marketing.templates.create', {
    body: {
      name: 'Welcome',
      subject: 'Welcome, %contact_first_name%',
      body: '<p>Good to have you here.</p>',
      isShared: true,
    },
  }),
  example('marketing.templates.update', { body: { name: 'Warm welcome' } }),
  example('marketing.templates.merge', { body: { templateId: 1, mergePersonId: 1 } }),
  example('marketing.textMessageTemplates.merge', { body: { templateId: 1, personId: 1 } }),
  example('marketing.actionPlans.create', {
    body: {
      name: 'First week',
      steps: [{ type: 'createTask', task: { name: 'Call', type: 'Call' }, delay: { value: 1, unit: 'days' } }],
    },
  }),
  example('marketing.actionPlans.update', { body: { name: 'The first week' } }),
  example('marketing.actionPlansPeople.create', { body: { personId: 1, actionPlanId: 1 } }),
  example('marketing.actionPlansPeople.update', { body: { status: 'Paused' } }),
  example('marketing.automations.create', {
    body: {
      name: 'Follow up',
      trigger: { type: 'manual' },
      steps: [
        { type: 'waitFor', event: 'reply', timeout: { value: 2, unit: 'days' } },
        { type: 'branch', conditions: { contacted: true }, then: [{ type: 'addTags', tags: ['Replied'] }] },
      ],
    },
  }),
  example('marketing.automations.update', { body: { name: 'Follow up after two days' } }),
  example('marketing.automationsPeople.create', { body: { personId: 1, automationId: 1 } }),
  example('marketing.automationsPeople.update', { body: { status: 'Paused' } }),
  example('marketing.emCampaigns.create', {
    body: { origin: 'My Mailer', originId: 'spring-2030', name: 'Spring letter', subject: 'Spring is here' },
  }),
  example('marketing.emCampaigns.update', { body: { subject: 'Spring is here again' } }),
  example('marketing.emEvents.record', {
    body: {
      emEvents: [{ type: 'open', occurred: '2026-01-31T12:00:00Z', recipient: 'ada.byron@example.com', campaignId: 1 }],
    },
  }),
  // Webhooks and inbox apps.
  example('notifier.webhooks.create', { body: { event: 'peopleCreated', url: `${RECEIVER}/porchlight` } }),
  example('notifier.webhooks.update', { body: { event: 'peopleUpdated' } }),
  example('notifier.webhooks.test'),
  example('notifier.webhooks.rotateSecret'),
  example('notifier.webhooks.replay', { body: { status: 'GivenUp', since: '2026-01-31T12:00:00Z' } }),
  example('notifier.publishedInboxApps.create', {
    body: { name: 'Web chat', redirectUrl: 'https://chat.example.com/install', canReply: true },
  }),
  example('notifier.publishedInboxApps.update', { body: { name: 'Web chat 2' } }),
  example('notifier.publishedInboxApps.rotateSecret'),
  example('notifier.inboxApps.install', {
    body: { publishedInboxAppId: 1, userId: 1, subscriptionUrl: `${RECEIVER}/chat` },
  }),
  example('notifier.inboxApps.addMessage', {
    body: {
      externalConversationId: 'visitor-7',
      externalMessageId: 'message-1',
      message: 'Hello, is anybody there?',
      isIncoming: true,
      sender: { name: 'A visitor' },
    },
  }),
  example('notifier.inboxApps.addSystemMessage', {
    body: {
      externalConversationId: 'visitor-7',
      externalMessageId: 'message-2',
      message: 'The visitor left the chat.',
      type: 'info',
    },
  }),
  example('notifier.inboxApps.editMessage', {
    body: { externalConversationId: 'visitor-7', externalMessageId: 'message-1', message: 'Hello! Is anybody there?' },
  }),
  example('notifier.inboxApps.addNote', {
    body: { externalConversationId: 'visitor-7', message: 'The visitor looks at 12 Oak Street.' },
  }),
  example('notifier.inboxApps.changeConversation', {
    path: { id: 1, externalId: 'visitor-7' },
    body: { assignedUserId: 1 },
  }),
  example('notifier.inboxApps.readParticipants', { path: { id: 1, externalId: 'visitor-7' } }),
  example('notifier.inboxApps.setParticipants', {
    path: { id: 1, externalId: 'visitor-7' },
    body: { participants: [{ name: 'Ada Byron', email: 'ada.byron@example.com' }] },
  }),
  example('notifier.conversations.reply', { body: { message: 'Yes, how can I help?' } }),
  example('notifier.conversations.read'),
  example('notifier.conversations.archive'),
  example('notifier.conversations.update', { body: { assignedUserId: 1, archived: false, unread: false } }),
  example('notifier.notifications.update', { body: { read: true } }),
  example('gateway.batch.send', {
    body: {
      requests: [
        { method: 'GET', path: '/v1/people/1?fields=name' },
        { method: 'POST', path: '/v1/notes', body: { personId: 1, body: 'From a batch.' } },
      ],
    },
  }),
];

const declaredDeletions = (resources: readonly Descriptor[]): Example[] =>
  withExample(resources)
    .filter(({ verbs }) => verbs.includes('delete'))
    .map((descriptor) => example(formatOperation(descriptor, 'delete')));

/** Deletions, after all other requests. */
export const TEARDOWN_EXAMPLES: readonly Example[] = [
  example('notifier.inboxApps.delete'),
  example('notifier.publishedInboxApps.delete'),
  example('notifier.webhooks.delete'),
  example('marketing.senderDomain.delete'),
  example('marketing.actionPlansPeople.delete'),
  example('marketing.automationsPeople.delete'),
  example('marketing.automations.delete'),
  example('marketing.actionPlans.delete'),
  example('marketing.templates.delete'),
  example('deals.dealAttachments.delete'),
  example('deals.deals.delete'),
  example('deals.dealCustomFields.delete'),
  example('deals.pipelines.delete'),
  example('people.calendarFeed.delete'),
  example('people.tasks.delete'),
  example('people.textMessages.delete'),
  example('people.calls.delete'),
  example('people.reactions.remove', { path: { refType: 'Note', id: 1 }, query: { emoji: '👍' } }),
  example('people.threadedReplies.delete'),
  example('people.notes.delete'),
  example('people.leadFlows.delete'),
  example('people.customFields.delete'),
  example('people.stages.delete', { path: { id: 8 }, query: { assignStageId: '1' } }),
  // Before their person.
  ...declaredDeletions(allResources.filter(({ ofPerson }) => ofPerson)),
  example('people.people.delete'),
  example('people.people.erase', { path: { id: 3 } }),
  example('auth.oauthApps.delete'),
  ...declaredDeletions(allResources.filter(({ ofPerson }) => !ofPerson)),
  example('auth.users.delete', { path: { id: 2 }, query: { assignTo: '1' } }),
  example('auth.apiKeys.delete', { path: { id: 1, keyId: 2 } }),
  example('auth.systems.delete', { path: { id: 1 }, query: { force: true } }),
];

/**
 * Operations whose requests have values of the run: codes, tokens, apps of a user, a webhook event, an offered lead, a
 * stream. The flows of the system tests record their responses.
 */
export const WITHOUT_FIXED_EXAMPLE: ReadonlySet<string> = new Set([
  'people.people.getImport',
  'people.people.undoImport',
  'people.people.ignoreUnclaimed',
  'people.personAttachments.completeUpload',
  'deals.dealAttachments.completeUpload',
  'people.people.ignoreUnclaimedById',
  'auth.connectedApps.delete',
  'marketing.senderDomain.verify',
  'marketing.templates.sendTest',
  'marketing.actionPlansPeople.retry',
  'marketing.automationsPeople.retry',
  'auth.oauth.authorize',
  'auth.oauth.token',
  'auth.oauth.tokenByQuery',
  'auth.oauth.revoke',
  'notifier.webhookEvents.get',
  'gateway.stream.read',
]);
