import {
  type Columns,
  type Document,
  flag,
  type Index,
  listOf,
  number,
  optional,
  type Stored,
  text,
  word,
} from '@porchlight/store';
import type { Endpoint } from '../deliveries';
import type { SecretBox } from '../payloads';
import { appSecrets, type PublishedAppDocument } from './published-app-document';

/** Columns of inbox app documents. */
export const inboxAppColumns = {
  publishedInboxAppId: number,
  /** The user whose inbox it serves; 0 for the whole account. */
  userId: number,
  createdById: number,
  /** As published when it was installed. */
  name: text,
  canReply: flag,
  subscriptionUrl: text,
  status: word('Active', 'Disabled'),
  /** Event ids of consecutive dead letters; three disable the installation. */
  givenUp: listOf(text),
  disabledBy: optional(word('receiver', 'service')),
} satisfies Columns;

/** A published inbox app in one account. */
export interface InboxAppDocument extends Document, Stored<typeof inboxAppColumns> {}

/** accountId comes first. */
export const inboxAppIndexes: readonly Index[] = [{ keys: { publishedInboxAppId: 1 } }];

/** Installations share deliveries with webhooks. Negative endpoint ids avoid conflicts with webhook ids. */
export const inboxEndpointId = (inboxAppId: number): number => -inboxAppId;

/** The installation as an endpoint: signed with the publishing system's key and the published app's secret. */
export const toInboxEndpoint = (
  document: InboxAppDocument,
  app: PublishedAppDocument,
  box: SecretBox,
  now: Date,
): Endpoint => ({
  kind: 'inboxApp',
  accountId: document.accountId,
  id: inboxEndpointId(document.id),
  version: document.version,
  system: app.system,
  event: 'inboxApp',
  url: document.subscriptionUrl,
  origin: new URL(document.subscriptionUrl).origin,
  active: document.status === 'Active',
  secrets: appSecrets(app, box, now),
  givenUp: document.givenUp,
});
