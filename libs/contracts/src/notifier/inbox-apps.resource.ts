import { bool, defineResource, int, readOnly, str } from '@porchlight/resource';
import { InboxAppServiceDefinition, type InboxApp } from '../generated/porchlight/notifier/v1/inbox_app_service';

/**
 * An installation of a published inbox app, for one user or the whole account. Only actions access it (decisions
 * section 9).
 */
export const inboxApps = defineResource<InboxApp>(InboxAppServiceDefinition, {
  description: 'Inbox apps: apps that send conversations.',
  roles: {},
  fields: {
    createdById: readOnly(int()),
    status: readOnly(str()),
    name: readOnly(str()),
    publishedInboxAppId: readOnly(int()),
    userId: readOnly(int()),
    canReply: readOnly(bool()),
  },
});
