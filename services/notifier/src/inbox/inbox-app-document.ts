import type { Document, Index } from '@porchlight/store';
import type { Endpoint } from '../deliveries';
import type { SecretBox } from '../payloads';
import { appSecrets, type PublishedAppDocument } from './published-app-document';

/** A published inbox app in one account. */
export interface InboxAppDocument extends Document {
  publishedInboxAppId: number;
  /** The user in whose inbox it works; 0: the whole account. */
  userId: number;
  createdById: number;
  /** As published when it was installed. */
  name: string;
  canReply: boolean;
  subscriptionUrl: string;
  status: 'Active' | 'Disabled';
  /** Callbacks given up in a row, with no success since; three of them disable. */
  givenUp: string[];
  disabledBy?: 'receiver' | 'service';
}

/** accountId comes first. */
export const inboxAppIndexes: readonly Index[] = [{ keys: { publishedInboxAppId: 1 } }];

/** Installations share the deliveries of webhooks; their endpoints have negative ids, so that the two never meet. */
export const inboxEndpointId = (inboxAppId: number): number => -inboxAppId;

/** The installation as delivering needs it: signed with the publishing system's key and the published app's secret. */
export const toInboxEndpoint = (
  document: InboxAppDocument,
  app: PublishedAppDocument,
  box: SecretBox,
  now: Date,
): Endpoint => ({
  kind: 'inboxApp',
  accountId: document.accountId,
  id: inboxEndpointId(document.id),
  system: app.system,
  event: 'inboxApp',
  url: document.subscriptionUrl,
  origin: new URL(document.subscriptionUrl).origin,
  active: document.status === 'Active',
  secrets: appSecrets(app, box, now),
  givenUp: document.givenUp,
});
