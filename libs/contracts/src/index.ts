export { allActions, allResources, createRegistry, type Registry } from './registry';
export { decodeChange } from './decode-change';
export { METHOD_ROLES } from './method-roles';
export * from './generated-registry';
export { externalServicesText, parseExternalServices, type ExternalService } from './external/external-services';
export { CONSUMER_CONTRACTS, SERVICE_CALLS, type ConsumerContract, type Expectation } from './consumer-contracts';
export { findPublishedMessage, findRecordMessage, type RecordMessage } from './published-records';
export { BACKENDS, rpcAddressVariable, SERVICES } from './services';
export type { BackendName, RpcAddressVariable, ServiceName } from './services';
export * from './facts';
export { VERSION } from './version';
export { EVERYONE, NOT_LENDERS, ADMINS, OWNER } from './roles';
export { CUSTOM_FIELD_TYPES } from './custom-field-fields';
export { EVENT_TYPES, isInquiry } from './people/event-types';
export { CALL_OUTCOMES } from './people/calls.resource';
export { TASK_TYPES } from './people/tasks.resource';
export type { EventType } from './people/event-types';
export { mayMailUser, type MailableUser } from './auth/mailable-user';
export { isSignatureHeader, MAX_SIGNATURE_HEADERS } from './auth/signature-headers';
export { readReactionType, type ReactionType } from './people/record-responses';
export { formatAppointmentUid } from './people/appointment-uid';
export { EXISTING, MAX_BATCH } from './people/people.actions';
export { MAX_EM_EVENTS } from './marketing/marketing.actions';
export { createEventPaths, type EventPaths } from './notifier/event-paths';
export { formatNotification } from './notifier/format-notification';
export { formatPosition, isLaterPosition, parsePosition, type StreamPosition } from './notifier/stream-position';
export {
  FURTHER_WEBHOOK_EVENTS,
  listDeclaredEvents,
  describeWebhookEvent,
  listWebhookEvents,
  WARNING_WEBHOOK_EVENTS,
  WEBHOOK_EVENTS,
} from './notifier/webhook-events';
export {
  INBOX_CALLBACK_FIELDS,
  INBOX_CALLBACKS,
  type InboxCallbackData,
  type InboxCallbackName,
} from './notifier/inbox-callbacks';
export { SYSTEM_MESSAGE_TYPES } from './notifier/conversation-fields';

export { ListQuery, ListPage, Filter } from './generated/porchlight/common/v1/list';
export { Change } from './generated/porchlight/change/v1/change';
export * from './generated-people';
export * from './generated-deals';
export * from './generated-marketing';
export * from './generated-auth';
export * from './generated-notifier';
export * from './generated-copies';
export * from './generated-facts';
export * from './generated-jobs';
export * from './generated-rpc';
