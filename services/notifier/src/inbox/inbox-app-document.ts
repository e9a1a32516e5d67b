import { column, type Columns, type Document, type Index, type Stored } from '@porchlight/store';
import type { Endpoint } from '../deliveries';
import { grantColumns, grantIndex } from '../granted-records';
import type { SecretBox } from '../payloads';
import { appSecrets, type PublishedAppDocument } from './published-app-document';

export const inboxAppColumns = {
  publishedInboxAppId: column.number,
  /** The user whose inbox it serves; 0 for the whole account. */
  userId: column.number,
  createdById: column.number,
  /** As published when it was installed. */
  name: column.text,
  canReply: column.flag,
  subscriptionUrl: column.text,
  status: column.word('Active', 'Disabled'),
  ...grantColumns,
  /** Event ids of consecutive dead letters; three disable the installation. */
  givenUp: column.listOf(column.text),
  disabledBy: column.optional(column.word('receiver', 'service', 'grant')),
} satisfies Columns;

/** A published inbox app in one account. */
export interface InboxAppDocument extends Document, Stored<typeof inboxAppColumns> {}

/** accountId comes first. */
export const inboxAppIndexes: readonly Index[] = [{ keys: { publishedInboxAppId: 1 } }, grantIndex];

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
