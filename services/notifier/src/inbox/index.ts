import { defineNamingRecords } from '@porchlight/backend';
import {
  ConversationServiceDefinition,
  EVERYONE,
  InboxAppReviewServiceDefinition,
  InboxAppServiceDefinition,
  PublishedInboxAppServiceDefinition,
  conversations as conversationsDescriptor,
  inboxApps as inboxAppsDescriptor,
  publishedInboxApps as publishedDescriptor,
  type Conversation,
  type InboxApp,
  type PublishedInboxApp,
} from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { column, defineDocument, takeNumbers } from '@porchlight/store';
import type { Deliveries, Resumable } from '../deliveries';
import type { FeatureContext } from '../feature-context';
import { createDisableOfGrant } from '../grants';
import type { UserCopies } from '../notifications';
import type { Payloads } from '../payloads';
import { createRotateSecret } from '../webhooks';
import {
  conversationColumns,
  type ConversationDocument,
  conversationIndexes,
  messageSchema,
} from './conversation-document';
import { conversationStrategy, isInVisibleInbox } from './conversation-strategy';
import { createCallbacks } from './create-callbacks';
import {
  inboxAppColumns,
  type InboxAppDocument,
  inboxAppIndexes,
  inboxEndpointId,
  toInboxEndpoint,
} from './inbox-app-document';
import { inboxAppStrategy } from './inbox-app-strategy';
import { createInstall } from './install-inbox-app';
import { createListInstallable } from './list-installable-apps';
import { listInstalled, uninstall } from './manage-installations';
import { createMessageStore } from './message-store';
import {
  appSecretContext,
  publishedAppColumns,
  type PublishedAppDocument,
  publishedAppIndexes,
} from './published-app-document';
import { createPublishedApps } from './published-app-store';
import { createPublishedAppHandlers, publishedAppStrategy } from './published-app-strategy';
import { createReviews } from './review-inbox-apps';
import { createConversationUses } from './use-conversations';
import { createConversationWrites } from './write-conversations';

export type { ConversationDocument, MessageDocument } from './conversation-document';
export { messageRecord } from './conversation-strategy';

/** Inbox apps: published, reviewed and installed apps, their conversations and callbacks (decisions section 9). */
export const registerInbox = (
  context: FeatureContext,
  payloads: Payloads,
  deliveries: Deliveries,
  users: UserCopies,
) => {
  const { config, store, rpc, egress, ids, clock, logger } = context;
  const { box, events } = payloads;
  const random = (bytes: number): Buffer => ids.random(bytes);

  // Published apps
  const published = store.resource<PublishedInboxApp, PublishedAppDocument>({
    descriptor: publishedDescriptor,
    sharding: { unsharded: 'a catalog that all accounts read' },
    columns: publishedAppColumns,
    strategy: publishedAppStrategy,
    indexes: publishedAppIndexes,
  });
  const publishedApps = createPublishedApps(store.collection<PublishedAppDocument>(publishedDescriptor.resource));
  const rotateSecret = createRotateSecret<PublishedAppDocument>({
    requireOwn: async (call, id) => {
      if (!(await published.load(call, id))) throw refuse('NOT_FOUND', { what: 'published inbox app' });
    },
    modify: published.modify,
    contextOf: appSecretContext,
    box,
    random,
    clock,
  });
  const sequences = store.collection(
    'globalSequences',
    defineDocument({ _id: column.text, value: column.number }, [], {
      unsharded: 'numbers that are unique over all accounts',
    }),
  );
  // Unique over all accounts. An unused number leaves a gap.
  const nextId = (): Promise<number> => takeNumbers(sequences, publishedDescriptor.resource, 'value');

  // Installations
  const toResumable = ({ status, subscriptionUrl: url }: InboxAppDocument): Resumable => ({ status, url });
  const installed = store.resource<InboxApp, InboxAppDocument>({
    descriptor: inboxAppsDescriptor,
    columns: inboxAppColumns,
    strategy: inboxAppStrategy,
    afterWrite(_call, before, after) {
      directory.invalidate((after ?? before)!.accountId);
      if (before && after)
        deliveries.resume(after.accountId, inboxEndpointId(after.id), toResumable(before), toResumable(after));
    },
    indexes: inboxAppIndexes,
  });
  const directory = deliveries.endpoints.add<InboxAppDocument>({
    kind: 'inboxApp',
    documents: store.collection<InboxAppDocument>(inboxAppsDescriptor.resource),
    async toEndpoints(documents) {
      const apps = await publishedApps.findAll([...new Set(documents.map((one) => one.publishedInboxAppId))]);
      return documents.flatMap((document) => {
        const app = apps.get(document.publishedInboxAppId);
        // No longer published: the receiver could not verify signatures.
        return app ? [toInboxEndpoint(document, app, box, clock.date())] : [];
      });
    },
    modify: (call, endpointId, change, how) => installed.modify(call, inboxEndpointId(endpointId), change, how),
  });
  const install = createInstall({
    published: publishedApps,
    store: installed,
    users,
    egress: egress.tests,
    systemKeys: egress.systemKeys,
    systemSignatureHeader: config.SYSTEM_SIGNATURE_HEADER,
    box,
    eventId: () => ids.eventId(),
    clock,
    logger,
  });

  rpc.add(
    PublishedInboxAppServiceDefinition,
    createPublishedAppHandlers({ store: published, nextId, box, random, rotateSecret }),
  );
  rpc.add(InboxAppReviewServiceDefinition, createReviews({ published: publishedApps, store: published }), {
    roles: ['Operator'],
  });
  rpc.add(
    InboxAppServiceDefinition,
    {
      installInboxApp: install,
      listInstallableInboxApps: createListInstallable(publishedApps),
      listInstalledInboxApps: listInstalled(installed),
      uninstallInboxApp: uninstall(installed),
    },
    { roles: [...EVERYONE] },
  );

  // Conversations
  const conversations = store.resource<Conversation, ConversationDocument>({
    descriptor: conversationsDescriptor,
    columns: conversationColumns,
    strategy: conversationStrategy,
    isVisible: isInVisibleInbox,
    indexes: conversationIndexes,
  });
  const messages = store.collection('conversationMessages', messageSchema);
  const talking = {
    installed,
    published: publishedApps,
    conversations,
    messages: createMessageStore(messages),
    users,
    order: () => ids.eventId(),
    clock,
  };
  rpc.add(
    ConversationServiceDefinition,
    { ...createConversationWrites(talking), ...createConversationUses(talking) },
    { roles: [...EVERYONE] },
  );

  context.addConsumer('callbacks.fan-out', 'callbacks', {
    sources: ['notifier'],
    handler: createCallbacks({ directory, events, deliveryStore: deliveries.store, onDue: deliveries.notify, clock }),
  });
  const naming = defineNamingRecords(published, {
    title: ({ name }) => name,
    names: ({ system }, record) => system.toLowerCase() === record.name.toLowerCase(),
    dependent: true,
  });
  const disableOfGrant = createDisableOfGrant<InboxAppDocument>(installed, (before) => ({
    ...before,
    status: 'Disabled',
    disabledBy: 'grant',
  }));
  return { conversations, messages, naming, disableOfGrant };
};

export type Inbox = ReturnType<typeof registerInbox>;
