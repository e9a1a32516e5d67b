import { bool, defineResource, int, readOnly, required, str, time, writable } from '@porchlight/resource';
import type { PublishedInboxApp } from '../generated/porchlight/notifier/v1/inbox_app_service';
import { OWNER } from '../roles';

/** An inbox app that every account may install (decisions section 9); its ids are unique over all accounts. */
export const publishedInboxApps = defineResource<PublishedInboxApp>({
  service: 'notifier',
  resource: 'publishedInboxApps',
  noun: 'PublishedInboxApp',
  nouns: 'PublishedInboxApps',
  path: 'publishedInboxApps',
  collection: 'publishedInboxApps',
  verbs: ['create', 'get', 'list', 'update', 'delete'],
  roles: { create: OWNER, get: OWNER, list: OWNER, update: OWNER, delete: OWNER },
  visibility: 'account',
  demandsSystem: true,
  fields: {
    id: readOnly(int()),
    created: readOnly(time()),
    updated: readOnly(time()),
    name: required(str({ min: 1 })),
    redirectUrl: required(str({ max: 2048, min: 1 })),
    canReply: writable(bool(), { nullable: false, fallback: true }),
    system: readOnly(str(), { shown: false }),
    secret: readOnly(str(), { shown: 'whenSet' }),
    version: readOnly(int(), { shown: false }),
  },
  filters: {},
  sorts: { id: { on: 'id' } },
});
