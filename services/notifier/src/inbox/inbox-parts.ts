import type { Conversation, InboxApp, PublishedInboxApp } from '@porchlight/contracts';
import type { DocumentCollection, ResourceStore } from '@porchlight/store';
import type { EndpointDirectory } from '../deliveries';
import type { DisableOfGrant } from '../granted-records';
import type { ConversationDocument, MessageDocument } from './conversation-document';
import type { InboxAppDocument } from './inbox-app-document';
import type { PublishedAppDocument } from './published-app-document';
import type { PublishedApps } from './published-app-store';

/** What the operations on inbox apps and conversations work with. */
export interface Inbox {
  /** Published apps of the caller's account. */
  readonly published: ResourceStore<PublishedInboxApp, PublishedAppDocument>;
  /** Published apps of all accounts. */
  readonly publishedApps: PublishedApps;
  /** A new id of a published app, unique over all accounts. An unused id leaves a gap. */
  readonly nextAppId: () => Promise<number>;
  readonly installed: ResourceStore<InboxApp, InboxAppDocument>;
  /** Cached installations by account. */
  readonly directory: EndpointDirectory;
  readonly conversations: ResourceStore<Conversation, ConversationDocument>;
  readonly messages: DocumentCollection<MessageDocument>;
  readonly disableOfGrant: DisableOfGrant;
}
