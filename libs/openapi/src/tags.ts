import type { Descriptor } from '@porchlight/resource';

/** The groups of operations, in their order, with one sentence each. */
const GROUPS = {
  Leads: 'Send leads and follow what happened to them.',
  People: 'Contacts of the team, and how they are organized.',
  Activity: 'Notes, calls, text messages, tasks and everything else that happens with a person.',
  Deals: 'Deals and their pipelines.',
  Marketing: 'Templates, action plans, email campaigns and consent.',
  Webhooks: 'Signed notifications of changes, and their deliveries.',
  'Webhook events': 'What Porchlight sends to the URLs of webhooks.',
  Apps: 'OAuth apps, inbox apps and conversations.',
  Account: 'The account, its users, teams, systems, keys and settings.',
} as const;

/** A group of operations. */
export type Group = keyof typeof GROUPS;

/** Groups by the first segment of the path; others follow from the service. */
const OF_SEGMENT: Readonly<Record<string, Group>> = {
  events: 'Leads',
  receivedLeads: 'Leads',
  leadFlows: 'Leads',
  appointments: 'People',
  notes: 'Activity',
  calls: 'Activity',
  textMessages: 'Activity',
  tasks: 'Activity',
  webhooks: 'Webhooks',
  webhookEvents: 'Webhooks',
  stream: 'Webhooks',
  oauthApps: 'Apps',
  connectedApps: 'Apps',
  notifications: 'Account',
  auditLog: 'Account',
  senderDomain: 'Marketing',
};
const OF_SERVICE: Readonly<Record<string, Group>> = {
  people: 'People',
  deals: 'Deals',
  marketing: 'Marketing',
  notifier: 'Apps',
};

/** The group of an operation `<service>.<resource>.<name>`; records of a person belong to Activity. */
export const getGroup = (operation: string, path: string, descriptor?: Pick<Descriptor, 'ofPerson'>): Group =>
  OF_SEGMENT[path.split('/')[1] ?? ''] ??
  (descriptor?.ofPerson ? 'Activity' : (OF_SERVICE[operation.split('.')[0] ?? ''] ?? 'Account'));

/** The tags of the document that are used. */
export const listTags = (used: ReadonlySet<string>): { name: string; description: string }[] =>
  Object.entries(GROUPS)
    .filter(([name]) => used.has(name))
    .map(([name, description]) => ({ name, description }));
