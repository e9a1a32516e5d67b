import { bool, defineResource, int, readOnly, str } from '@porchlight/resource';
import type { PublishedInboxApp } from '../generated/porchlight/notifier/v1/inbox_app_service';

/**
 * A published app as everybody sees it who may install it, of whatever account. Reached by an action alone
 * (specification: Inbox app installation, rule 7).
 */
export const installableInboxApps = defineResource<
  Pick<PublishedInboxApp, 'id' | 'name' | 'redirectUrl' | 'canReply' | 'version'>
>({
  service: 'notifier',
  resource: 'installableInboxApps',
  noun: 'InstallableInboxApp',
  nouns: 'InstallableInboxApps',
  path: 'inboxApps/published',
  collection: 'publishedInboxApps',
  verbs: [],
  roles: {},
  visibility: 'account',
  fields: {
    id: readOnly(int()),
    name: readOnly(str()),
    redirectUrl: readOnly(str()),
    canReply: readOnly(bool()),
    version: readOnly(int(), { shown: false }),
  },
  filters: {},
  sorts: { id: { on: 'id' } },
});
