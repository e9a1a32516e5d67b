// Written by write-exports.mjs.
import { groups } from './auth/groups.resource';
import { oauthApps } from './auth/oauth-apps.resource';
import { teams } from './auth/teams.resource';
import { users } from './auth/users.resource';
import { dealAttachments } from './deals/deal-attachments.resource';
import { dealCustomFields } from './deals/deal-custom-fields.resource';
import { deals } from './deals/deals.resource';
import { pipelines } from './deals/pipelines.resource';
import { actionPlans } from './marketing/action-plans.resource';
import { appliedPlans } from './marketing/applied-plans.resource';
import { automationRuns } from './marketing/automation-runs.resource';
import { automations } from './marketing/automations.resource';
import { emCampaigns } from './marketing/em-campaigns.resource';
import { emEvents } from './marketing/em-events.resource';
import { leadAddresses } from './marketing/lead-addresses.resource';
import { suppressions } from './marketing/suppressions.resource';
import { templates } from './marketing/templates.resource';
import { textMessageTemplates } from './marketing/text-message-templates.resource';
import { auditLog } from './notifier/audit-log.resource';
import { conversations } from './notifier/conversations.resource';
import { inboxApps } from './notifier/inbox-apps.resource';
import { installableInboxApps } from './notifier/installable-inbox-apps.resource';
import { notifications } from './notifier/notifications.resource';
import { publishedInboxApps } from './notifier/published-inbox-apps.resource';
import { teamInboxes } from './notifier/team-inboxes.resource';
import { webhooks } from './notifier/webhooks.resource';
import { appointmentOutcomes } from './people/appointment-outcomes.resource';
import { appointmentTypes } from './people/appointment-types.resource';
import { appointments } from './people/appointments.resource';
import { calls } from './people/calls.resource';
import { customFields } from './people/custom-fields.resource';
import { emails } from './people/emails.resource';
import { events } from './people/events.resource';
import { leadFlows } from './people/lead-flows.resource';
import { notes } from './people/notes.resource';
import { peopleRelationships } from './people/people-relationships.resource';
import { people } from './people/people.resource';
import { personAttachments } from './people/person-attachments.resource';
import { ponds } from './people/ponds.resource';
import { reactions } from './people/reactions.resource';
import { receivedLeads } from './people/received-leads.resource';
import { smartLists } from './people/smart-lists.resource';
import { stages } from './people/stages.resource';
import { tasks } from './people/tasks.resource';
import { textMessages } from './people/text-messages.resource';
import { threadedReplies } from './people/threaded-replies.resource';
import { timeframes } from './people/timeframes.resource';
import { accountActions } from './auth/account.actions';
import { connectedAppActions } from './auth/connected-app.actions';
import { groupActions } from './auth/group.actions';
import { invitationActions } from './auth/invitation.actions';
import { keyActions } from './auth/key.actions';
import { systemActions } from './auth/system.actions';
import { dealAttachmentActions } from './deals/deal-attachment.actions';
import { dealReportActions } from './deals/deal-report.actions';
import { marketingActions } from './marketing/marketing.actions';
import { senderDomainActions } from './marketing/sender-domain.actions';
import { conversationActions } from './notifier/conversation.actions';
import { deliveryActions } from './notifier/delivery.actions';
import { inboxAppActions } from './notifier/inbox-app.actions';
import { publishedInboxAppActions } from './notifier/published-inbox-app.actions';
import { webhookEventActions } from './notifier/webhook-event.actions';
import { calendarActions } from './people/calendar.actions';
import { eventActions } from './people/events.actions';
import { leadFlowActions } from './people/lead-flows.actions';
import { peopleActions } from './people/people.actions';
import { personAttachmentActions } from './people/person-attachment.actions';
import { reactionActions } from './people/reaction.actions';
import { reportActions } from './people/report.actions';
export * from './auth/groups.resource';
export * from './auth/oauth-apps.resource';
export * from './auth/teams.resource';
export * from './auth/users.resource';
export * from './deals/deal-attachments.resource';
export * from './deals/deal-custom-fields.resource';
export * from './deals/deals.resource';
export * from './deals/pipelines.resource';
export * from './marketing/action-plans.resource';
export * from './marketing/applied-plans.resource';
export * from './marketing/automation-runs.resource';
export * from './marketing/automations.resource';
export * from './marketing/em-campaigns.resource';
export * from './marketing/em-events.resource';
export * from './marketing/lead-addresses.resource';
export * from './marketing/suppressions.resource';
export * from './marketing/templates.resource';
export * from './marketing/text-message-templates.resource';
export * from './notifier/audit-log.resource';
export * from './notifier/conversations.resource';
export * from './notifier/inbox-apps.resource';
export * from './notifier/installable-inbox-apps.resource';
export * from './notifier/notifications.resource';
export * from './notifier/published-inbox-apps.resource';
export * from './notifier/team-inboxes.resource';
export * from './notifier/webhooks.resource';
export * from './people/appointment-outcomes.resource';
export * from './people/appointment-types.resource';
export * from './people/appointments.resource';
export * from './people/calls.resource';
export * from './people/custom-fields.resource';
export * from './people/emails.resource';
export * from './people/events.resource';
export * from './people/lead-flows.resource';
export * from './people/notes.resource';
export * from './people/people-relationships.resource';
export * from './people/people.resource';
export * from './people/person-attachments.resource';
export * from './people/ponds.resource';
export * from './people/reactions.resource';
export * from './people/received-leads.resource';
export * from './people/smart-lists.resource';
export * from './people/stages.resource';
export * from './people/tasks.resource';
export * from './people/text-messages.resource';
export * from './people/threaded-replies.resource';
export * from './people/timeframes.resource';
/** All descriptors. */
export const resources = [
  groups,
  oauthApps,
  teams,
  users,
  dealAttachments,
  dealCustomFields,
  deals,
  pipelines,
  actionPlans,
  appliedPlans,
  automationRuns,
  automations,
  emCampaigns,
  emEvents,
  leadAddresses,
  suppressions,
  templates,
  textMessageTemplates,
  auditLog,
  conversations,
  inboxApps,
  installableInboxApps,
  notifications,
  publishedInboxApps,
  teamInboxes,
  webhooks,
  appointmentOutcomes,
  appointmentTypes,
  appointments,
  calls,
  customFields,
  emails,
  events,
  leadFlows,
  notes,
  peopleRelationships,
  people,
  personAttachments,
  ponds,
  reactions,
  receivedLeads,
  smartLists,
  stages,
  tasks,
  textMessages,
  threadedReplies,
  timeframes,
] as const;
/** All actions. */
export const actions = [
  ...accountActions,
  ...connectedAppActions,
  ...groupActions,
  ...invitationActions,
  ...keyActions,
  ...systemActions,
  ...dealAttachmentActions,
  ...dealReportActions,
  ...marketingActions,
  ...senderDomainActions,
  ...conversationActions,
  ...deliveryActions,
  ...inboxAppActions,
  ...publishedInboxAppActions,
  ...webhookEventActions,
  ...calendarActions,
  ...eventActions,
  ...leadFlowActions,
  ...peopleActions,
  ...personAttachmentActions,
  ...reactionActions,
  ...reportActions,
] as const;
