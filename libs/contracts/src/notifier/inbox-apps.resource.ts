import { bool, defineResource, int, readOnly, str, time } from '@porchlight/resource';
import type { InboxApp } from '../generated/porchlight/notifier/v1/inbox_app_service';

/**
 * An installation of a published inbox app, for one user or the whole account. Reached by actions alone (decisions
 * section 9).
 */
export const inboxApps = defineResource<InboxApp>({
  service: 'notifier',
  resource: 'inboxApps',
  noun: 'InboxApp',
  nouns: 'InboxApps',
  path: 'inboxApps',
  collection: 'inboxApps',
  verbs: [],
  roles: {},
  visibility: 'account',
  fields: {
    id: readOnly(int()),
    created: readOnly(time()),
    updated: readOnly(time()),
    createdById: readOnly(int()),
    status: readOnly(str()),
    name: readOnly(str()),
    publishedInboxAppId: readOnly(int()),
    userId: readOnly(int()),
    canReply: readOnly(bool()),
    version: readOnly(int(), { shown: false }),
  },
  filters: {},
  sorts: { id: { on: 'id' } },
});
