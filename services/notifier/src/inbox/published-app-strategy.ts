import {
  publishedInboxApps as descriptor,
  type PublishedInboxApp,
  type PublishedInboxAppServiceDefinition,
} from '@porchlight/contracts';
import { invalidBody, refuse } from '@porchlight/errors';
import { memoize } from '@porchlight/idempotency';
import type { Handlers } from '@porchlight/rpc';
import type { Clock } from '@porchlight/runtime';
import {
  createResourceHandlers,
  updateOnly,
  type ResourceStore,
  type Strategy,
  type StoreCall,
} from '@porchlight/store';
import { createSecret, type SecretBox } from '../payloads';
import { appSecretContext, type PublishedAppDocument } from './published-app-document';
import { createRotateSecret, requireSystem, withSystem } from '../webhooks';

/** Requires an https URL without user info; the error names the field. The egress client checks the target address. */
export const requireHttpsUrl = (field: string, text: string): void => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || url.protocol !== 'https:' || url.username !== '' || url.password !== '')
    throw invalidBody(
      `Field '${field}' must be an absolute address that begins with https:// and holds no user name or password.`,
    );
};

/** Rules of published inbox apps (decisions section 9). */
export const publishedAppStrategy: Strategy<PublishedInboxApp, PublishedAppDocument> = {
  prepare: updateOnly<PublishedInboxApp, PublishedAppDocument>((_call, before, { input, mask }) => {
    if (mask.has('redirectUrl')) requireHttpsUrl('redirectUrl', input.redirectUrl!);
    const { review = 'Approved' } = before;
    const isOther =
      (mask.has('name') && input.name !== before.name) ||
      (mask.has('redirectUrl') && input.redirectUrl !== before.redirectUrl);
    return {
      ...before,
      // Another name or address must be approved again.
      review: isOther && review === 'Approved' ? 'Pending' : review,
      ...(mask.has('name') && { name: input.name! }),
      ...(mask.has('redirectUrl') && { redirectUrl: input.redirectUrl! }),
      ...(mask.has('canReply') && { canReply: input.canReply! }),
    };
  }),
  render: ({ review = 'Approved' }) => ({ reviewStatus: review }),
};

export interface PublishedAppHandlerOptions {
  readonly store: ResourceStore<PublishedInboxApp, PublishedAppDocument>;
  /** The next id, unique over all accounts. */
  readonly nextId: () => Promise<number>;
  readonly box: SecretBox;
  readonly random: (bytes: number) => Buffer;
  readonly clock: Clock;
}

type PublishedAppHandlers = Handlers<typeof PublishedInboxAppServiceDefinition>;

/** RPC handlers of published apps. All require the owner and a registered system. Create returns the secret, once. */
export const createPublishedAppHandlers = (options: PublishedAppHandlerOptions): PublishedAppHandlers => {
  const { store, nextId, box, random, clock } = options;
  const rotateSecret = createRotateSecret<PublishedAppDocument>({
    requireOwn: async (call, id) => {
      if (!(await store.load(call, id))) throw refuse('NOT_FOUND', { what: 'published inbox app' });
    },
    modify: store.modify,
    contextOf: appSecretContext,
    box,
    random,
    clock,
  });
  const createPublishedInboxApp = async ({ record }: { record?: PublishedInboxApp | undefined }, call: StoreCall) => {
    if (!record?.name || !record.redirectUrl) throw invalidBody("Missing 'name' or 'redirectUrl' field.");
    requireHttpsUrl('redirectUrl', record.redirectUrl);
    const secret = await memoize(call, 'secret', () => createSecret(random));
    const document = await store.insert(
      call,
      {
        name: record.name,
        redirectUrl: record.redirectUrl,
        canReply: record.canReply ?? true,
        review: 'Pending',
        system: requireSystem(call),
        secrets: [box.seal(secret, appSecretContext(call.actor.accountId))],
      },
      { id: await memoize(call, 'id', nextId) },
    );
    return { record: { ...(await store.render(document, call)), secret }, created: true };
  };
  type ResourceMethods = Omit<PublishedAppHandlers, 'rotatePublishedInboxAppSecret'>;
  const handlers: ResourceMethods = createResourceHandlers(descriptor, store);
  return {
    createPublishedInboxApp: withSystem(createPublishedInboxApp),
    getPublishedInboxApp: withSystem(handlers.getPublishedInboxApp),
    listPublishedInboxApps: withSystem(handlers.listPublishedInboxApps),
    updatePublishedInboxApp: withSystem(handlers.updatePublishedInboxApp),
    deletePublishedInboxApp: withSystem(handlers.deletePublishedInboxApp),
    rotatePublishedInboxAppSecret: withSystem(({ id }, call) => rotateSecret(call, id)),
  };
};
