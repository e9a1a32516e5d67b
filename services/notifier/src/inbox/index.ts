import type { BatchHandler } from '@porchlight/bus';
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
import type { RpcServer } from '@porchlight/rpc';
import type { Clock, Ids, Logger } from '@porchlight/runtime';
import type { DocumentCollection, Store } from '@porchlight/store';
import { createGlobalSequence, type SequenceDocument } from './global-sequence';
import { loadByAccount } from '../webhooks/load-by-account';
import { createMessageStore } from './message-store';
import { createPublishedApps } from './published-app-store';
import { createWebhookDirectory } from '../webhooks/webhook-directory';
import { createWebhookHealth } from '../webhooks/webhook-health';
import type {
  DeliveryStore,
  Egress,
  Endpoint,
  EventBatchStore,
  SecretBox,
  SystemKeys,
  UserCopies,
  WebhookDirectory,
  WebhookHealth,
} from '../ports';
import {
  conversationIndexes,
  messageIndexes,
  type ConversationDocument,
  type MessageDocument,
} from './conversation-document';
import { conversationStrategy } from './conversation-strategy';
import { inboxAppIndexes, inboxEndpointId, inboxEndpointOf, type InboxAppDocument } from './inbox-app-document';
import { createInboxAppStrategy } from './inbox-app-strategy';
import { appSecretContext, publishedAppIndexes, type PublishedAppDocument } from './published-app-document';
import { createPublishedAppHandlers, publishedAppStrategy } from './published-app-strategy';
import { createCallBack } from './create-callbacks';
import { holdingEndpoints, type AccountStanding } from '../deliveries/follow-accounts';
import { createInstall } from './install-inbox-app';
import { createListInstallable } from './list-installable-apps';
import { createRotateSecret } from '../webhooks/rotate-secret';
import { createResume, type Resumable } from '../deliveries/resume-deliveries';
import { createReviews } from './review-inbox-apps';
import { listInstalled, uninstall } from './manage-installations';
import { createConversationUses } from './use-conversations';
import { createConversationWrites } from './write-conversations';
import type { ForgetPersonPorts } from '../retention/erase-person';

export interface InboxOptions {
  readonly store: Store;
  readonly rpc: RpcServer;
  readonly standings: Pick<DocumentCollection<AccountStanding>, 'find'>;
  readonly users: UserCopies;
  readonly events: EventBatchStore;
  readonly book: DeliveryStore;
  /** Callbacks are due. */
  readonly onDue: () => void;
  /** For the test POST of an install; not the one that deliveries share. */
  readonly egress: Egress;
  readonly systemKeys: SystemKeys;
  readonly systemSignatureHeader: string;
  readonly box: SecretBox;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Milliseconds that other replicas may work with installations as they were. */
  readonly keepMs: number;
}

/** The part that inbox apps are published, installed and used by: what deliveries need of it. */
export interface Inbox {
  readonly directory: WebhookDirectory;
  readonly standing: WebhookHealth;
  /** Takes facts of this service: callbacks that are due. */
  readonly callBack: BatchHandler;
  /** Collections with data about people, for erasure. */
  readonly kept: Pick<ForgetPersonPorts, 'conversations' | 'messages'>;
  ensureIndexes(): Promise<void>;
}

/** Above what an account may install. */
const MAX_LOADED_OF_ACCOUNT = 10_000;

/** Puts the part together that serves inbox apps (decisions section 9). */
export const openInbox = (options: InboxOptions): Inbox => {
  const { store, rpc, box, ids, clock, logger, users } = options;
  const random = (bytes: number): Buffer => ids.random(bytes);

  // Published apps
  const published = store.resource<PublishedInboxApp, PublishedAppDocument>({
    descriptor: publishedDescriptor,
    strategy: publishedAppStrategy,
    indexes: publishedAppIndexes,
  });
  const publishedApps = createPublishedApps(store.collection<PublishedAppDocument>(publishedDescriptor.resource));
  const rotateSecret = createRotateSecret<PublishedAppDocument>({
    demandOwn: async (call, id) => {
      if (!(await published.load(call, id))) throw refuse('NOT_FOUND', { what: 'published inbox app' });
    },
    modify: published.modify,
    contextOf: appSecretContext,
    box,
    random,
    clock,
  });
  const nextId = createGlobalSequence(
    store.collection<SequenceDocument>('globalSequences'),
    publishedDescriptor.resource,
  );

  // Installations
  const resume = createResume(options);
  const resumableOf = ({ status, subscriptionUrl: url }: InboxAppDocument): Resumable => ({ status, url });
  const installed = store.resource<InboxApp, InboxAppDocument>({
    descriptor: inboxAppsDescriptor,
    strategy: createInboxAppStrategy((before, after) => {
      directory.forget((after ?? before)!.accountId);
      if (before && after) resume(after.accountId, inboxEndpointId(after.id), resumableOf(before), resumableOf(after));
    }),
    indexes: inboxAppIndexes,
  });
  const installedDocuments = store.collection<InboxAppDocument>(inboxAppsDescriptor.resource);
  const load = async (accountIds: readonly number[]): Promise<Endpoint[]> => {
    const found = await loadByAccount(accountIds, MAX_LOADED_OF_ACCOUNT, (some, limit) =>
      installedDocuments.find({ accountId: { $in: [...some] }, deletedAt: { $exists: false } }, { limit }),
    );
    const apps = await publishedApps.findAll([...new Set(found.map(({ publishedInboxAppId }) => publishedInboxAppId))]);
    return found.flatMap((document) => {
      const app = apps.get(document.publishedInboxAppId);
      // No longer published: the receiver could not verify signatures.
      return !app ? [] : [inboxEndpointOf(document, app, box, clock.date())];
    });
  };
  const directory = createWebhookDirectory({
    load: holdingEndpoints(options.standings, load),
    clock,
    keepMs: options.keepMs,
  });
  const standing = createWebhookHealth<InboxAppDocument>({
    modify: (call, endpointId, change, how) => installed.modify(call, inboxEndpointId(endpointId), change, how),
    directory,
    logger,
  });
  const install = createInstall({
    published: publishedApps,
    store: installed,
    users,
    egress: options.egress,
    systemKeys: options.systemKeys,
    systemSignatureHeader: options.systemSignatureHeader,
    box,
    eventId: () => ids.eventId(),
    clock,
    logger,
  });

  rpc.add(
    PublishedInboxAppServiceDefinition,
    createPublishedAppHandlers({ store: published, nextId, box, random, rotateSecret }) as never,
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
    strategy: conversationStrategy,
    indexes: conversationIndexes,
  });
  const messageDocuments = store.collection<MessageDocument>('conversationMessages');
  const talking = {
    installed,
    published: publishedApps,
    conversations,
    messages: createMessageStore(messageDocuments),
    users,
    order: () => ids.eventId(),
    clock,
  };
  rpc.add(
    ConversationServiceDefinition,
    { ...createConversationWrites(talking), ...createConversationUses(talking) },
    { roles: [...EVERYONE] },
  );

  return {
    directory,
    standing,
    kept: { conversations, messages: messageDocuments },
    callBack: createCallBack({ directory, events: options.events, book: options.book, onDue: options.onDue, clock }),
    ensureIndexes: () => messageDocuments.ensureIndexes(messageIndexes),
  };
};
