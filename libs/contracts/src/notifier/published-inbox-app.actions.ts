import { defineAction, type Action } from '@porchlight/resource';
import { PublishedInboxAppServiceDefinition } from '../generated/porchlight/notifier/v1/inbox_app_service';
import { OWNER } from '../roles';
import { objectOf, text } from '../schemas';

/** The meaning of names for people who use the API. */
const TEXTS = {
  secret: 'The new secret. The former one is valid for 24 hours.',
} as const;

/** Actions of the publisher of an inbox app besides updates (decisions section 9: signed exactly like webhooks). */
export const publishedInboxAppActions: readonly Action[] = [
  defineAction({
    describe: TEXTS,
    service: 'notifier',
    resource: 'publishedInboxApps',
    definition: PublishedInboxAppServiceDefinition,
    roles: OWNER,
    requiresSystem: true,
    name: 'rotateSecret',
    summary:
      'Replace the signing secret of the callbacks of all installations. The response is the only place that contains it; the previous secret signs too for 24 hours.',
    method: 'POST',
    path: '/publishedInboxApps/:id/rotateSecret',
    rpc: 'rotatePublishedInboxAppSecret',
    request: ({ id }) => ({ id }),
    respond: ({ secret }) => ({ status: 200, body: { secret } }),
    responses: {
      200: {
        description: 'The new secret.',
        schema: objectOf({ secret: text }),
      },
    },
  }),
];
