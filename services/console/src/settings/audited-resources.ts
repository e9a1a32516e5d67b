import { t } from '@lingui/core/macro';

/** Kinds of records in the audit log, by the name that the API gives them. */
const LABELS: Readonly<Record<string, string>> = {
  people: t`Person`,
  events: t`Event`,
  notes: t`Note`,
  calls: t`Call`,
  textMessages: t`Text message`,
  emails: t`Email`,
  threadedReplies: t`Reply`,
  reactions: t`Reaction`,
  conversations: t`Conversation`,
  peopleRelationships: t`Relationship`,
  personAttachments: t`Attachment of a person`,
  dealAttachments: t`Attachment of a deal`,
  tasks: t`Task`,
  appointments: t`Appointment`,
  appointmentTypes: t`Appointment type`,
  appointmentOutcomes: t`Appointment outcome`,
  deals: t`Deal`,
  pipelines: t`Pipeline`,
  stages: t`Stage`,
  customFields: t`Custom field`,
  dealCustomFields: t`Deal field`,
  leadFlows: t`Rule of lead flow`,
  groups: t`Group`,
  ponds: t`Pond`,
  teams: t`Team`,
  teamInboxes: t`Team inbox`,
  users: t`User`,
  smartLists: t`Saved list`,
  templates: t`Template`,
  textMessageTemplates: t`Text template`,
  actionPlans: t`Plan`,
  actionPlansPeople: t`Plan of a person`,
  automations: t`Automation`,
  automationsPeople: t`Automation of a person`,
  emCampaigns: t`Campaign`,
  emEvents: t`Email event`,
  suppressions: t`Suppressed address`,
  leadAddresses: t`Address for leads`,
  webhooks: t`Webhook`,
  systems: t`System`,
  apiKeys: t`API key`,
  oauthApps: t`OAuth app`,
  publishedInboxApps: t`Published app`,
  inboxApps: t`Installed app`,
};

/** The kinds of records that the log can be filtered by. */
export const AUDITED = Object.entries(LABELS).map(([value, label]) => ({ value, label }));

/** A kind of records as a word; others by their name in the API. */
export const formatResource = (resource: string): string => LABELS[resource] ?? resource;
