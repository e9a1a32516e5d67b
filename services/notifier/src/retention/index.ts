import type { BatchHandler } from '@porchlight/bus';
import {
  ADMINS,
  notifications as descriptor,
  NotificationServiceDefinition,
  personErased,
} from '@porchlight/contracts';
import { type Deliveries, type AttemptDocument, formatAttemptId, type Delivery } from '../deliveries';
import type { FeatureContext } from '../feature-context';
import type { Inbox } from '../inbox';
import { NOTIFYING_TYPES, type NotificationDocument, type Notifications } from '../notifications';
import type { Payloads } from '../payloads';
import { createEraser, ERASE_LEASE_MS } from './erase-people';
import { erasureJobSchema, storeErasures } from './erase-person';
import { exportPeople } from './export-people';
import { createNotificationExpiry, EXPIRY_LEASE_MS } from './expire-notifications';
import { createResourceHandlers, type DocumentCollection, inAccounts } from '@porchlight/store';

const AT_ONCE = 500;
/** Running attempts may still write results during the first pass. */
const FIRST_PASS = 1;

/**
 * Deletes the deliveries of a deleted account with their attempts; not in the first pass,
 * while results may arrive. Returns the collections that the generic erasure must skip.
 */
const deleteDeliveries =
  (
    deliveries: Pick<DocumentCollection<Delivery>, 'find' | 'deleteMany'>,
    attempts: Pick<DocumentCollection<AttemptDocument>, 'deleteMany'>,
  ) =>
  async ({ accountId, sweeps }: { readonly accountId: number; readonly sweeps: number }, signal: AbortSignal) => {
    for (let left = sweeps >= FIRST_PASS; left;) {
      signal.throwIfAborted();
      const found = await deliveries.find({ accountId }, { limit: AT_ONCE, projection: { tries: 1 } });
      const made = found.flatMap(({ _id, tries }) =>
        Array.from({ length: tries }, (_, n) => formatAttemptId(_id, n + 1)),
      );
      for (let at = 0; at < made.length; at += AT_ONCE)
        await attempts.deleteMany(inAccounts({ _id: { $in: made.slice(at, at + AT_ONCE) } }, [accountId]));
      if (found.length > 0)
        await deliveries.deleteMany(inAccounts({ _id: { $in: found.map(({ _id }) => _id) } }, [accountId]));
      left = found.length === AT_ONCE;
    }
    return ['deliveries', 'attempts'];
  };

export interface Stored {
  readonly payloads: Payloads;
  readonly deliveries: Deliveries;
  readonly notifications: Notifications;
  readonly inbox: Inbox;
}

/** Linger for notifications, ms. A batch needs fewer writes, and a short delay is acceptable. */
const LINGER_MS = 250;

/** Exports and deletes data: of people, of deleted accounts, and notifications after 90 days. */
export const registerRetention = (context: FeatureContext, stored: Stored): void => {
  const { store, clock, logger } = context;
  const { notifyUsers, notifications, mails } = stored.notifications;
  const { deliveries, attempts } = stored.deliveries.documents;
  const erasures = store.collection('erasures', erasureJobSchema);
  const eraser = createEraser({
    ports: {
      erasures,
      notifications,
      mails,
      ...stored.inbox,
      events: stored.payloads.documents,
      attempts,
      deliveries,
      clock,
    },
    jobs: erasures,
    lease: store.lease('erasures', ERASE_LEASE_MS),
    clock,
    logger,
  });
  const consumeErasures = storeErasures({ erasures, clock }, () => eraser.notify());
  // One consumer, sequentially: notifications from changes before an erasure exist before the erasure is stored.
  const handler: BatchHandler = async (batch, batchContext) => {
    await notifyUsers(batch, batchContext);
    await consumeErasures(batch, batchContext);
  };
  context.addConsumer('users.notify', 'notifications', {
    sources: ['people', 'marketing', 'notifier'],
    types: new Set([...NOTIFYING_TYPES, personErased.type]),
    handler,
    lingerMs: LINGER_MS,
  });
  context.rpc.add(
    NotificationServiceDefinition,
    {
      ...createResourceHandlers(descriptor, notifications),
      exportPeople: exportPeople({ notifications, ...stored.inbox }),
    },
    { roles: ADMINS },
  );
  context.addWorker('people.erase', eraser);
  context.addWorker(
    'notifications.forget',
    createNotificationExpiry({
      documents: store.collection<NotificationDocument>(descriptor.resource),
      notifications,
      lease: store.lease('forget-notifications', EXPIRY_LEASE_MS),
      clock,
      logger,
    }),
  );
  context.beforeForgetting(deleteDeliveries(deliveries, attempts));
};
