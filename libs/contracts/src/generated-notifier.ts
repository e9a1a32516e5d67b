export { Notification, NotificationServiceDefinition } from './generated/porchlight/notifier/v1/notification_service';
export { WebhookEvent, WebhookEventServiceDefinition } from './generated/porchlight/notifier/v1/webhook_event_service';
export { Webhook, WebhookServiceDefinition } from './generated/porchlight/notifier/v1/webhook_service';
