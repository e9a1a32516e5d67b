import { inboxApps as descriptor, type InboxApp } from '@porchlight/contracts';
import type { Clock } from '@porchlight/runtime';
import type { ResourceStore, Store } from '@porchlight/store';
import type { Deliveries, Resumable } from '../deliveries';
import { createDisableOfGrant } from '../granted-records';
import type { SecretBox } from '../payloads';
import {
  inboxAppColumns,
  type InboxAppDocument,
  inboxAppIndexes,
  inboxEndpointId,
  toInboxEndpoint,
} from './inbox-app-document';
import { inboxAppStrategy } from './inbox-app-strategy';
import type { Inbox } from './inbox-parts';

interface InstallationsOptions extends Pick<Inbox, 'publishedApps'> {
  readonly store: Pick<Store, 'resource' | 'collection'>;
  readonly deliveries: Pick<Deliveries, 'endpoints' | 'resume'>;
  readonly box: SecretBox;
  readonly clock: Clock;
}

const toResumable = ({ status, subscriptionUrl: url }: InboxAppDocument): Resumable => ({ status, url });

/** Opens installed apps, and adds them to the endpoints of deliveries. */
export const openInstallations = ({
  store,
  deliveries: { endpoints, resume },
  publishedApps,
  box,
  clock,
}: InstallationsOptions): Pick<Inbox, 'installed' | 'directory' | 'disableOfGrant'> => {
  const installed: ResourceStore<InboxApp, InboxAppDocument> = store.resource<InboxApp, InboxAppDocument>({
    descriptor,
    columns: inboxAppColumns,
    strategy: inboxAppStrategy,
    afterWrite(_call, before, after) {
      endpoints.directory.invalidate((after ?? before)!.accountId);
      if (before && after) resume(after.accountId, inboxEndpointId(after.id), toResumable(before), toResumable(after));
    },
    indexes: inboxAppIndexes,
  });
  const directory = endpoints.add<InboxAppDocument>({
    kind: 'inboxApp',
    documents: store.collection<InboxAppDocument>(descriptor.resource),
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
  const disableOfGrant = createDisableOfGrant<InboxAppDocument>(installed, (before) => ({
    ...before,
    status: 'Disabled',
    disabledBy: 'grant',
  }));
  return { installed, directory, disableOfGrant };
};
