import { unique } from './client';
import type { ConsoleUser } from './console-browser';
import { receive } from './receive';
import { seedConsoleAccount } from './seed-console-account';

const DAY_MS = 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

/** The address of each route with parameters, and further states of pages, below `/console/`. */
export type PageAddresses = Readonly<Record<string, readonly string[]>>;

type Create = (path: string, data: object) => Promise<number>;

/** What the page of a person shows: activity of each kind, files, relationships, appointments. */
const seedPerson = async (create: Create, personId: number, agentId: number): Promise<void> => {
  const numbers = { toNumber: '3125551204', fromNumber: '3125550000' };
  const noteId = await create('/v1/notes', { personId, body: 'Prefers mornings.' });
  await create('/v1/threadedReplies', { refType: 'Note', refId: noteId, body: 'Noted.' });
  await create('/v1/textMessages', { personId, message: 'See you at five.', ...numbers });
  await create('/v1/emails', { personId, subject: 'Visit', body: 'At five.' });
  await create('/v1/peopleRelationships', { personId, firstName: 'Ann', type: 'Spouse' });
  await create('/v1/personAttachments', { personId, uri: 'https://files.example.com/plan.pdf', fileName: 'plan.pdf' });
  const invitees = [{ personId }, { userId: agentId }];
  await create('/v1/appointments', { title: 'Tour', start: inDays(1), end: inDays(1.04), invitees });
};

/** Templates, a plan and an automation with the person on them, a campaign. */
const seedMarketing = async (create: Create, personId: number): Promise<PageAddresses> => {
  const template = await create('/v1/templates', {
    name: 'Welcome',
    subject: 'Hello',
    body: 'Hi %contact_first_name%',
  });
  const text = await create('/v1/textMessageTemplates', { name: 'Short hello', message: 'Hi' });
  const wait = { type: 'waitFor', event: 'reply', timeout: { value: 9, unit: 'days' } };
  const later = { delay: { value: 2, unit: 'days' }, type: 'sendEmail', templateId: template };
  const plan = await create('/v1/actionPlans', { name: 'New buyer', steps: [later] });
  await create('/v1/actionPlansPeople', { personId, actionPlanId: plan });
  const trigger = { type: 'manual' };
  const automation = await create('/v1/automations', { name: 'Long wait', trigger, steps: [wait] });
  await create('/v1/automationsPeople', { personId, automationId: automation });
  const campaign = await create('/v1/emCampaigns', { origin: 'Mailer', originId: unique(), name: 'Spring news' });
  return {
    templates: ['templates', 'templates?kind=text'],
    'templates/email/:id': [`templates/email/${template}`, 'templates/email/new'],
    'templates/text/:id': [`templates/text/${text}`, 'templates/text/new'],
    'plans/:id': [`plans/${plan}`, `plans/${plan}?tab=people`],
    'automations/:id': [`automations/${automation}`, `automations/${automation}?tab=runs`, 'automations/new'],
    'campaigns/:id': [`campaigns/${campaign}`],
  };
};

/** What the settings list. */
const seedSettings = async (owner: ConsoleUser, create: Create, agentId: number): Promise<void> => {
  await create('/v1/customFields', { label: 'Heating', type: 'text' });
  await create('/v1/dealCustomFields', { label: 'Escrow', type: 'text' });
  await create('/v1/groups', { name: 'Weekend', users: [{ id: agentId }] });
  await create('/v1/ponds', { name: 'Lake', userIds: [agentId] });
  await create('/v1/teams', { name: 'North', userIds: [agentId] });
  await create('/v1/teamInboxes', { name: 'Rentals', userIds: [agentId] });
  await create('/v1/leadAddresses', { name: 'Portal of the county' });
  await create('/v1/suppressions', { address: `${unique()}@example.com` });
  await create('/v1/smartLists', { name: 'Fresh ones', filters: { stage: 'Lead' } });
  await create('/v1/users', {
    firstName: 'Ivo',
    lastName: 'Invited',
    email: `${unique()}@example.com`,
    role: 'Agent',
  });
  const { id } = await owner.send<{ id: number }>('GET', '/v1/me');
  await create(`/v1/users/${id}/apiKeys`, { label: 'Website' });
};

/** Systems, apps, webhooks with failed deliveries, a conversation. */
const seedDevelopers = async (owner: ConsoleUser, create: Create): Promise<PageAddresses> => {
  const system = await create('/v1/systems', { name: `Partner ${unique()}` });
  await create('/v1/oauthApps', { name: 'Zapster', redirectUris: ['https://app.example.com/callback'] });
  const receiver = await receive();
  try {
    const webhook = await create('/v1/webhooks', { event: 'notesCreated', url: `${receiver.url}/hooks` });
    const app = { name: `Chat ${unique()}`, redirectUrl: 'https://app.example.com/install' };
    const publishedInboxAppId = await create('/v1/publishedInboxApps', app);
    const install = { publishedInboxAppId, userId: 0, subscriptionUrl: `${receiver.url}/inbox` };
    const inboxApp = await create('/v1/inboxApps/install', install);
    receiver.answerWith({ status: 500, body: 'column lead_id does not exist' });
    const message = { externalConversationId: unique(), externalMessageId: unique(), message: 'Is it free?' };
    const { conversationId } = await owner.send<{ conversationId: number }>(
      'POST',
      `/v1/inboxApps/${inboxApp}/message`,
      message,
    );
    return {
      'systems/:system': [`systems/${system}`],
      'webhooks/:id': [`webhooks/${webhook}`],
      'inbox/:id': [`inbox/${conversationId}`],
    };
  } finally {
    await receiver.stop();
  }
};

/** Fills an account so that every page has content and every dialog can be opened. */
export const seedEveryPage = async (owner: ConsoleUser, agentId: number): Promise<PageAddresses> => {
  const create: Create = async (path, data) => (await owner.send<{ id: number }>('POST', path, data)).id;
  const developers = await seedDevelopers(owner, create);
  const { person, event } = await seedConsoleAccount(owner, agentId);
  await seedPerson(create, person, agentId);
  const marketing = await seedMarketing(create, person);
  await seedSettings(owner, create, agentId);
  const csv = 'First name,Email\nAnna,anna@example.com\n';
  const imported = await owner.send<{ id: string | number }>('POST', '/v1/people/import', { csv });
  const { deals } = await owner.send<{ deals: { id: number }[] }>('GET', '/v1/deals?limit=1');
  return {
    ...developers,
    ...marketing,
    people: ['people', 'people?stage=Lead'],
    'people/:id': [`people/${person}`],
    'people/imports/:id': [`people/imports/${imported.id}`],
    'deals/:id': [`deals/${deals[0]!.id}`],
    'events/:id/journey': [`events/${event}/journey`],
    calendar: ['calendar', 'calendar?view=month'],
  };
};
