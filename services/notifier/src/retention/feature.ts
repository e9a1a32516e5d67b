import { methods } from '@porchlight/backend';
import { notifications as descriptor, NotificationServiceDefinition, personErased } from '@porchlight/contracts';
import { deliveries } from '../deliveries';
import { inbox } from '../inbox';
import { type NotificationDocument, notifications } from '../notifications';
import { payloads } from '../payloads';
import { defineFeature } from '../service';
import { stream } from '../stream';
import { deleteDeliveries } from './delete-deliveries';
import { personErasure, storeErasures } from './erase-deliveries';
import { createNotificationExpiry, EXPIRY_LEASE_MS } from './expire-notifications';
import { exportPeople } from './export-people';

/** Exports and deletes data: of people, of deleted accounts, and notifications after 90 days. */
export const retention = defineFeature({
  name: 'retention',
  needs: { payloads, deliveries, notifications, inbox, stream },
  open: ({ openJobs }) => openJobs(personErasure),
  serve(erasures, { store, clock, logger, beforeForgetting, ...needs }) {
    const { payloads, deliveries, notifications, inbox } = needs;
    const { documents } = deliveries;
    const stores = {
      notifications: notifications.notifications,
      mails: notifications.mails,
      conversations: inbox.conversations,
      messages: inbox.messages,
      events: payloads.documents,
      ...documents,
      streamLog: needs.stream.log,
      clock,
    };
    const expiry = createNotificationExpiry({
      documents: store.collection<NotificationDocument>(descriptor.resource),
      notifications: stores.notifications,
      lease: store.lease('forget-notifications', EXPIRY_LEASE_MS),
      clock,
      logger,
    });
    beforeForgetting(deleteDeliveries(documents.deliveries, documents.attempts));
    return {
      methods: [methods(NotificationServiceDefinition, { exportPeople: exportPeople(stores) })],
      on: {
        'notifier.notifications': {
          types: new Set([personErased.type]),
          handler: storeErasures(erasures, clock),
        },
      },
      jobs: [erasures.run(stores)],
      workers: { 'notifications.forget': () => expiry },
    };
  },
});
