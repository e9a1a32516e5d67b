/** Kinds of records in the audit log, by the name that the API gives them. */
const LABELS: Readonly<Record<string, string>> = {
  people: 'Person',
  notes: 'Note',
  calls: 'Call',
  textMessages: 'Text message',
  emails: 'Email',
  tasks: 'Task',
  appointments: 'Appointment',
  appointmentTypes: 'Appointment type',
  appointmentOutcomes: 'Appointment outcome',
  deals: 'Deal',
  pipelines: 'Pipeline',
  stages: 'Stage',
  customFields: 'Custom field',
  dealCustomFields: 'Deal field',
  leadFlows: 'Rule of lead flow',
  groups: 'Group',
  ponds: 'Pond',
  teams: 'Team',
  teamInboxes: 'Team inbox',
  users: 'User',
  smartLists: 'Saved list',
  templates: 'Template',
  textMessageTemplates: 'Text template',
  actionPlans: 'Plan',
  automations: 'Automation',
  emCampaigns: 'Campaign',
  suppressions: 'Suppressed address',
  leadAddresses: 'Address for leads',
  webhooks: 'Webhook',
  systems: 'System',
  apiKeys: 'API key',
  oauthApps: 'OAuth app',
  publishedInboxApps: 'Published app',
};

/** The kinds of records that the log can be filtered by. */
export const AUDITED = Object.entries(LABELS).map(([value, label]) => ({ value, label }));

/** A kind of records as a word; others by their name in the API. */
export const formatResource = (resource: string): string => LABELS[resource] ?? resource;
