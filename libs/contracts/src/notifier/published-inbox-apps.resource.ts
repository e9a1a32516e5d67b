import { bool, defineResource, oneOf, readOnly, required, str, writable } from '@porchlight/resource';
import {
  PublishedInboxAppServiceDefinition,
  type PublishedInboxApp,
} from '../generated/porchlight/notifier/v1/inbox_app_service';
import { OWNER } from '../roles';

/** The operator's decision on a published app: other accounts list and install approved apps only (D13.9). */
export const REVIEW_STATUSES = ['Pending', 'Approved', 'Rejected'] as const;
const REVIEW_STATUSES_MEANINGS = {
  Pending: 'The operator has not decided; only the own account can install the app.',
  Approved: 'Every account can install the app.',
  Rejected: 'Only the own account can install the app.',
} as const;

/** An inbox app that every account may install (decisions section 9); its ids are unique over all accounts. */
export const publishedInboxApps = defineResource<PublishedInboxApp>(PublishedInboxAppServiceDefinition, {
  description: 'Inbox apps that other accounts may install.',
  roles: { read: OWNER, write: OWNER },
  requiresSystem: true,
  names: ['systems'],
  describe: {
    name: 'Name of the app.',
    redirectUrl: 'Page of the app that begins an installation.',
    canReply: 'True if users can reply to conversations of the app.',
    reviewStatus: 'Whether other accounts can install the app.',
    secret: 'Secret that signs callbacks. Only in the response to the create.',
  },
  fields: {
    name: required(str({ min: 1 })),
    redirectUrl: required(str({ max: 2048, min: 1 })),
    canReply: writable(bool(), { nullable: false, fallback: true }),
    reviewStatus: readOnly(oneOf(REVIEW_STATUSES, { describe: REVIEW_STATUSES_MEANINGS })),
    system: readOnly(str(), { visible: false }),
    secret: readOnly(str(), { visible: 'whenSet' }),
  },
});
