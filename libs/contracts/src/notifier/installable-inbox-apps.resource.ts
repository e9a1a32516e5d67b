import { bool, defineResource, readOnly, str } from '@porchlight/resource';
import {
  PublishedInboxAppServiceDefinition,
  type PublishedInboxApp,
} from '../generated/porchlight/notifier/v1/inbox_app_service';

/**
 * A published app as returned to users of any account who may install it. Only an action accesses it (specification:
 * Inbox app installation, rule 7).
 */
export const installableInboxApps = defineResource<
  Pick<PublishedInboxApp, 'id' | 'name' | 'redirectUrl' | 'canReply' | 'version'>
>(PublishedInboxAppServiceDefinition, {
  noun: 'InstallableInboxApp',
  path: 'inboxApps/published',
  collection: 'publishedInboxApps',
  verbs: [],
  roles: {},
  timestamps: 'none',
  describe: {
    name: 'Name of the app.',
    redirectUrl: 'Page of the app that begins an installation.',
    canReply: 'True if users can reply to conversations of the app.',
  },
  fields: {
    name: readOnly(str()),
    redirectUrl: readOnly(str()),
    canReply: readOnly(bool()),
  },
});
