import { defineNamingRecords, methods, ofSystem } from '@porchlight/backend';
import {
  ConversationServiceDefinition,
  conversations as conversationsDescriptor,
  EVERYONE,
  InboxAppReviewServiceDefinition,
  InboxAppServiceDefinition,
  PublishedInboxAppServiceDefinition,
  publishedInboxApps as publishedDescriptor,
  teamInboxes as teamInboxesDescriptor,
  TeamInboxServiceDefinition,
  type Conversation,
  type PublishedInboxApp,
} from '@porchlight/contracts';
import { column, createResourceHandlers, defineDocument, takeNumbers } from '@porchlight/store';
import { copies } from '../copies';
import { deliveries } from '../deliveries';
import { egress } from '../egress';
import { payloads } from '../payloads';
import { defineFeature } from '../service';
import { teamInboxes } from '../team-inboxes';
import {
  conversationColumns,
  type ConversationDocument,
  conversationIndexes,
  messageSchema,
} from './conversation-document';
import { createConversationStrategy, isInVisibleInbox } from './conversation-strategy';
import { createCallbacks } from './create-callbacks';
import { deleteTeamInbox } from './delete-team-inbox';
import type { Inbox } from './inbox-parts';
import { createInstall } from './install-inbox-app';
import { createListInstallable } from './list-installable-apps';
import { listInstalled, uninstall } from './manage-installations';
import { createMessageStore } from './message-store';
import { openInstallations } from './open-installations';
import { publishedAppColumns, type PublishedAppDocument, publishedAppIndexes } from './published-app-document';
import { createPublishedApps } from './published-app-store';
import { createPublishedAppHandlers, publishedAppStrategy } from './published-app-strategy';
import { createReviews } from './review-inbox-apps';
import { createConversationUses } from './use-conversations';
import { createConversationWrites } from './write-conversations';

/** Numbers that are unique over all accounts. */
const sequenceSchema = defineDocument({ _id: column.text, value: column.number }, [], {
  unsharded: 'numbers that are unique over all accounts',
});

/** Inbox apps: published, reviewed and installed apps, their conversations and callbacks (decisions section 9). */
export const inbox = defineFeature({
  name: 'inbox',
  needs: { egress, copies, payloads, deliveries, teamInboxes },
  open({ store, clock, copies: { users }, payloads: { box }, deliveries, teamInboxes: inboxes }): Inbox {
    const published = store.resource<PublishedInboxApp, PublishedAppDocument>({
      descriptor: publishedDescriptor,
      sharding: { unsharded: 'a catalog that all accounts read' },
      columns: publishedAppColumns,
      strategy: publishedAppStrategy,
      indexes: publishedAppIndexes,
    });
    const publishedApps = createPublishedApps(store.collection<PublishedAppDocument>(publishedDescriptor.resource));
    const sequences = store.collection('globalSequences', sequenceSchema);
    return {
      published,
      publishedApps,
      nextAppId: () => takeNumbers(sequences, publishedDescriptor.resource, 'value'),
      ...openInstallations({ store, deliveries, publishedApps, box, clock }),
      conversations: store.resource<Conversation, ConversationDocument>({
        descriptor: conversationsDescriptor,
        columns: conversationColumns,
        strategy: createConversationStrategy({ inboxes, users, clock }),
        isVisible: isInVisibleInbox,
        indexes: conversationIndexes,
      }),
      messages: store.collection('conversationMessages', messageSchema),
    };
  },
  serve(opened, parts) {
    const {
      config,
      ids,
      clock,
      logger,
      egress: clients,
      copies: { users },
      payloads: { box, events },
      teamInboxes: inboxes,
    } = parts;
    const { published, publishedApps, installed, conversations, directory, nextAppId } = opened;
    const { store: deliveryStore, notify: onDue } = parts.deliveries;
    const random = (bytes: number): Buffer => ids.random(bytes);
    const install = createInstall({
      published: publishedApps,
      store: installed,
      users,
      egress: clients.tests,
      systemKeys: clients.systemKeys,
      systemSignatureHeader: config.SYSTEM_SIGNATURE_HEADER,
      box,
      eventId: () => ids.eventId(),
      clock,
      logger,
    });
    const conversationParts = {
      installed,
      published: publishedApps,
      conversations,
      messages: createMessageStore(opened.messages),
      users,
      inboxes,
      order: () => ids.eventId(),
      clock,
    };
    const forEveryone = { roles: [...EVERYONE] };
    return {
      methods: [
        methods(
          PublishedInboxAppServiceDefinition,
          createPublishedAppHandlers({ store: published, nextId: nextAppId, box, random, clock }),
        ),
        methods(InboxAppReviewServiceDefinition, createReviews({ published: publishedApps, store: published }), {
          roles: ['Operator'],
        }),
        methods(
          InboxAppServiceDefinition,
          {
            installInboxApp: install,
            listInstallableInboxApps: createListInstallable(publishedApps),
            listInstalledInboxApps: listInstalled(installed),
            uninstallInboxApp: uninstall(installed),
          },
          forEveryone,
        ),
        methods(TeamInboxServiceDefinition, {
          ...createResourceHandlers(teamInboxesDescriptor, inboxes.store),
          deleteTeamInbox: deleteTeamInbox({ conversations, inboxes: inboxes.store }),
        }),
        methods(
          ConversationServiceDefinition,
          { ...createConversationWrites(conversationParts), ...createConversationUses(conversationParts) },
          forEveryone,
        ),
      ],
      on: { 'notifier.callbacks': createCallbacks({ directory, events, deliveryStore, onDue, clock }) },
      names: [
        defineNamingRecords(
          published,
          ofSystem(({ name }) => name),
        ),
      ],
    };
  },
});
