export { allActions, allResources, definitions } from './registry';
export { SERVICE_CALLS } from './service-calls';
export { BACKENDS, rpcAddressVariable, SERVICES } from './services';
export type { BackendName, RpcAddressVariable, ServiceName } from './services';
export { VERSION } from './version';
export { EVERYONE, NOT_LENDERS, ADMINS, OWNER } from './roles';
export { CUSTOM_FIELD_TYPES } from './custom-field-fields';
export { EVENT_TYPES } from './people/event-types';
export type { EventType } from './people/event-types';
export { isSignatureHeader, MAX_SIGNATURE_HEADERS } from './auth/signature-headers';
export { MAX_BATCH } from './people/people.actions';
export { MAX_EM_EVENTS } from './marketing/marketing.actions';
export { RESERVED_WEBHOOK_EVENTS, WEBHOOK_EVENTS } from './notifier/webhook-events';
export {
  INBOX_CALLBACK_FIELDS,
  INBOX_CALLBACKS,
  type InboxCallbackData,
  type InboxCallbackName,
} from './notifier/inbox-callbacks';
export { people } from './people/people.resource';
export { events } from './people/events.resource';
export { notes } from './people/notes.resource';
export { calls, CALL_OUTCOMES } from './people/calls.resource';
export { textMessages } from './people/text-messages.resource';
export { tasks, DUE, TASK_TYPES } from './people/tasks.resource';
export { stages } from './people/stages.resource';
export { customFields } from './people/custom-fields.resource';
export { smartLists } from './people/smart-lists.resource';
export { timeframes, TIMEFRAMES } from './people/timeframes.resource';
export { leadFlows } from './people/lead-flows.resource';
export { ponds } from './people/ponds.resource';
export { users, USER_ROLES, USER_STATUSES } from './auth/users.resource';
export { groups, DISTRIBUTIONS, GROUP_TYPES } from './auth/groups.resource';
export { teams } from './auth/teams.resource';
export { oauthApps, MAX_REDIRECT_URIS } from './auth/oauth-apps.resource';
export { pipelines, MAX_PIPELINE_STAGES } from './deals/pipelines.resource';
export { deals, DEAL_STATUSES } from './deals/deals.resource';
export { dealCustomFields } from './deals/deal-custom-fields.resource';
export { templates } from './marketing/templates.resource';
export { actionPlans, DELAY_UNITS, MAX_STEPS, PLAN_STATUSES, STEP_TYPES } from './marketing/action-plans.resource';
export { appliedPlans, APPLIED_PLAN_STATUSES } from './marketing/applied-plans.resource';
export { emCampaigns } from './marketing/em-campaigns.resource';
export { emEvents, EM_EVENT_TYPES } from './marketing/em-events.resource';
export { webhooks } from './notifier/webhooks.resource';
export { auditLog, AUDITED_VERBS } from './notifier/audit-log.resource';
export { notifications } from './notifier/notifications.resource';
export { publishedInboxApps } from './notifier/published-inbox-apps.resource';
export { inboxApps } from './notifier/inbox-apps.resource';
export { conversations } from './notifier/conversations.resource';

export { ListQuery, ListPage, Filter } from './generated/porchlight/common/v1/list';
export { Change } from './generated/porchlight/change/v1/change';
export * from './generated-people';
export * from './generated-deals';
export * from './generated-marketing';
export * from './generated-auth';
export * from './generated-notifier';
export * from './generated-rpc';
