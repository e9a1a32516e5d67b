export { notifications, type Notifications } from './feature';
export type { MailDocument } from './mail-queue';
export { NOTIFICATION_SECONDS, type NotificationDocument } from './notification-document';
