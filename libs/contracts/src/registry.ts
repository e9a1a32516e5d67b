import type { Action, Descriptor } from '@porchlight/resource';
import { PersonServiceDefinition } from './generated/porchlight/people/v1/person_service';
import { EventServiceDefinition } from './generated/porchlight/people/v1/event_service';
import { NoteServiceDefinition } from './generated/porchlight/people/v1/note_service';
import { PhoneCallServiceDefinition } from './generated/porchlight/people/v1/phone_call_service';
import { TextMessageServiceDefinition } from './generated/porchlight/people/v1/text_message_service';
import { TaskServiceDefinition } from './generated/porchlight/people/v1/task_service';
import { StageServiceDefinition } from './generated/porchlight/people/v1/stage_service';
import { CustomFieldServiceDefinition } from './generated/porchlight/people/v1/custom_field_service';
import { SmartListServiceDefinition } from './generated/porchlight/people/v1/smart_list_service';
import { TimeframeServiceDefinition } from './generated/porchlight/people/v1/timeframe_service';
import { LeadFlowServiceDefinition } from './generated/porchlight/people/v1/lead_flow_service';
import { PondServiceDefinition } from './generated/porchlight/people/v1/pond_service';
import { UserServiceDefinition } from './generated/porchlight/auth/v1/user_service';
import { GroupServiceDefinition } from './generated/porchlight/auth/v1/group_service';
import { TeamServiceDefinition } from './generated/porchlight/auth/v1/team_service';
import { OauthAppServiceDefinition } from './generated/porchlight/auth/v1/oauth_service';
import { PipelineServiceDefinition } from './generated/porchlight/deals/v1/pipeline_service';
import { DealServiceDefinition } from './generated/porchlight/deals/v1/deal_service';
import { DealCustomFieldServiceDefinition } from './generated/porchlight/deals/v1/deal_custom_field_service';
import { TemplateServiceDefinition } from './generated/porchlight/marketing/v1/template_service';
import { ActionPlanServiceDefinition } from './generated/porchlight/marketing/v1/action_plan_service';
import { AppliedPlanServiceDefinition } from './generated/porchlight/marketing/v1/applied_plan_service';
import { EmCampaignServiceDefinition } from './generated/porchlight/marketing/v1/em_campaign_service';
import { EmEventServiceDefinition } from './generated/porchlight/marketing/v1/em_event_service';
import { WebhookServiceDefinition } from './generated/porchlight/notifier/v1/webhook_service';
import { PublishedInboxAppServiceDefinition } from './generated/porchlight/notifier/v1/inbox_app_service';
import { AuditLogServiceDefinition } from './generated/porchlight/notifier/v1/audit_log_service';
import { NotificationServiceDefinition } from './generated/porchlight/notifier/v1/notification_service';
import { people } from './people/people.resource';
import { events } from './people/events.resource';
import { notes } from './people/notes.resource';
import { calls } from './people/calls.resource';
import { textMessages } from './people/text-messages.resource';
import { tasks } from './people/tasks.resource';
import { stages } from './people/stages.resource';
import { customFields } from './people/custom-fields.resource';
import { smartLists } from './people/smart-lists.resource';
import { timeframes } from './people/timeframes.resource';
import { leadFlows } from './people/lead-flows.resource';
import { ponds } from './people/ponds.resource';
import { users } from './auth/users.resource';
import { groups } from './auth/groups.resource';
import { teams } from './auth/teams.resource';
import { oauthApps } from './auth/oauth-apps.resource';
import { accountActions } from './auth/account.actions';
import { groupActions } from './auth/group.actions';
import { invitationActions } from './auth/invitation.actions';
import { keyActions } from './auth/key.actions';
import { systemActions } from './auth/system.actions';
import { pipelines } from './deals/pipelines.resource';
import { deals } from './deals/deals.resource';
import { dealCustomFields } from './deals/deal-custom-fields.resource';
import { templates } from './marketing/templates.resource';
import { actionPlans } from './marketing/action-plans.resource';
import { appliedPlans } from './marketing/applied-plans.resource';
import { emCampaigns } from './marketing/em-campaigns.resource';
import { emEvents } from './marketing/em-events.resource';
import { webhooks } from './notifier/webhooks.resource';
import { auditLog } from './notifier/audit-log.resource';
import { notifications } from './notifier/notifications.resource';
import { marketingActions } from './marketing/marketing.actions';
import { webhookEventActions } from './notifier/webhook-event.actions';
import { publishedInboxApps } from './notifier/published-inbox-apps.resource';
import { inboxAppActions } from './notifier/inbox-app.actions';
import { publishedInboxAppActions } from './notifier/published-inbox-app.actions';
import { conversationActions } from './notifier/conversation.actions';
import { deliveryActions } from './notifier/delivery.actions';
import { eventActions } from './people/events.actions';
import { peopleActions } from './people/people.actions';

/** Every resource of the system. Routes, handlers and the suites that run over all resources come from this list. */
export const allResources: readonly Descriptor[] = [
  people,
  events,
  notes,
  calls,
  textMessages,
  tasks,
  stages,
  customFields,
  smartLists,
  timeframes,
  leadFlows,
  ponds,
  users,
  groups,
  teams,
  oauthApps,
  pipelines,
  deals,
  dealCustomFields,
  templates,
  actionPlans,
  appliedPlans,
  emCampaigns,
  emEvents,
  webhooks,
  notifications,
  auditLog,
  publishedInboxApps,
] as unknown as readonly Descriptor[];

/** Every operation beside the five verbs. */
export const allActions: readonly Action[] = [
  ...peopleActions,
  ...eventActions,
  ...marketingActions,
  ...webhookEventActions,
  ...deliveryActions,
  ...publishedInboxAppActions,
  ...inboxAppActions,
  ...conversationActions,
  ...accountActions,
  ...groupActions,
  ...invitationActions,
  ...keyActions,
  ...systemActions,
];

/** The generated RPC definition that serves each resource, by the resource's name. */
export const definitions = {
  people: PersonServiceDefinition,
  events: EventServiceDefinition,
  notes: NoteServiceDefinition,
  calls: PhoneCallServiceDefinition,
  textMessages: TextMessageServiceDefinition,
  tasks: TaskServiceDefinition,
  stages: StageServiceDefinition,
  customFields: CustomFieldServiceDefinition,
  smartLists: SmartListServiceDefinition,
  timeframes: TimeframeServiceDefinition,
  leadFlows: LeadFlowServiceDefinition,
  ponds: PondServiceDefinition,
  users: UserServiceDefinition,
  groups: GroupServiceDefinition,
  teams: TeamServiceDefinition,
  oauthApps: OauthAppServiceDefinition,
  pipelines: PipelineServiceDefinition,
  deals: DealServiceDefinition,
  dealCustomFields: DealCustomFieldServiceDefinition,
  templates: TemplateServiceDefinition,
  actionPlans: ActionPlanServiceDefinition,
  actionPlansPeople: AppliedPlanServiceDefinition,
  emCampaigns: EmCampaignServiceDefinition,
  emEvents: EmEventServiceDefinition,
  webhooks: WebhookServiceDefinition,
  notifications: NotificationServiceDefinition,
  auditLog: AuditLogServiceDefinition,
  publishedInboxApps: PublishedInboxAppServiceDefinition,
} as const;
