export { AuditRecord, AuditLogServiceDefinition } from './generated/porchlight/notifier/v1/audit_log_service';
export {
  Participant,
  ConversationMessage,
  Conversation,
  AddMessageRequest,
  AddMessageResponse,
  EditMessageRequest,
  EditMessageResponse,
  AddNoteRequest,
  AddNoteResponse,
  ChangeConversationRequest,
  ChangeConversationResponse,
  SetParticipantsRequest,
  SetParticipantsResponse,
  ReplyToConversationRequest,
  ReplyToConversationResponse,
  ReadConversationRequest,
  ReadConversationResponse,
  ArchiveConversationRequest,
  ArchiveConversationResponse,
  CountUnreadRequest,
  CountUnreadResponse,
  ConversationServiceDefinition,
} from './generated/porchlight/notifier/v1/conversation_service';
export {
  DeliveryAttempt,
  Delivery,
  ReplayWebhookRequest,
  ReplayWebhookResponse,
  TestWebhookRequest,
  TestWebhookResponse,
  RotateWebhookSecretRequest,
  RotateWebhookSecretResponse,
  DeliveryServiceDefinition,
} from './generated/porchlight/notifier/v1/delivery_service';
export {
  PublishedInboxApp,
  RotatePublishedInboxAppSecretRequest,
  RotatePublishedInboxAppSecretResponse,
  InboxApp,
  InstallInboxAppRequest,
  InstallInboxAppResponse,
  UninstallInboxAppRequest,
  UninstallInboxAppResponse,
  PublishedInboxAppServiceDefinition,
  InboxAppServiceDefinition,
} from './generated/porchlight/notifier/v1/inbox_app_service';
export { Notification, NotificationServiceDefinition } from './generated/porchlight/notifier/v1/notification_service';
export { WebhookEvent, WebhookEventServiceDefinition } from './generated/porchlight/notifier/v1/webhook_event_service';
export { Webhook, WebhookServiceDefinition } from './generated/porchlight/notifier/v1/webhook_service';
