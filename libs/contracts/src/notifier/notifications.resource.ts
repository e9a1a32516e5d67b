import { bool, defineResource, int, readOnly, str, text, time, writable } from '@porchlight/resource';
import {
  NotificationServiceDefinition,
  type Notification,
} from '../generated/porchlight/notifier/v1/notification_service';
import { EVERYONE } from '../roles';

/** A notification of a user: a new lead, a disabled webhook (decisions section 4). Users see their own only. */
export const notifications = defineResource<Notification>(NotificationServiceDefinition, {
  description: 'Notifications for users.',
  roles: { read: EVERYONE, write: EVERYONE },
  describe: {
    type: 'What the notification is about, for example newLead.',
    message: 'Text of the notification.',
    link: 'Page of the console that shows more.',
    read: 'True if the user has read it.',
  },
  fields: {
    updated: readOnly(time(), { visible: false }),
    userId: readOnly(int(), { visible: false }),
    type: readOnly(str()),
    personId: readOnly(int()),
    message: readOnly(text()),
    // The console's page that the user can open: the person, or Unclaimed for a lead that is offered to the user.
    link: readOnly(str()),
    read: writable(bool(), { nullable: false, fallback: false }),
  },
  filters: {
    type: { type: 'string', match: 'equals', many: true },
    read: { type: 'bool', match: 'equals' },
  },
});
