import type { JourneyStep, ReadLeadStepsRequest, ReadLeadStepsResponse } from '@porchlight/contracts';
import { inAccounts, type DocumentCollection, type StoreCall } from '@porchlight/store';
import type { Delivery, DeliveryLog } from '../deliveries';
import type { NotificationDocument } from '../notifications';
import type { EventRecord } from '../payloads';

/** Documents of one query. */
const MAX_NOTIFICATIONS = 200;
const MAX_EVENTS = 20;
const MAX_DELIVERIES = 500;

interface JourneyStores {
  readonly notifications: Pick<DocumentCollection<NotificationDocument>, 'find'>;
  readonly events: Pick<DocumentCollection<EventRecord>, 'find'>;
  readonly deliveries: Pick<DocumentCollection<Delivery>, 'find'>;
  readonly log: Pick<DeliveryLog, 'findAttempts'>;
}

/** The subjects of notifications about a lead (parse-notifications.ts). */
const SUBJECTS = ['newLead', 'reassignedLead'];

const createStep = (step: string, at: Date, details: object): JourneyStep => ({
  step,
  at,
  detailsJson: JSON.stringify(details),
});

/** `;` is the character after `:`. */
const prefixRange = (prefix: string) => ({ $gt: `${prefix}:`, $lt: `${prefix};` });

const readNotified = async (
  { notifications }: Pick<JourneyStores, 'notifications'>,
  accountId: number,
  eventId: number,
): Promise<JourneyStep[]> => {
  const notices = await Promise.all(
    SUBJECTS.map((subject) =>
      notifications.find({ accountId, key: prefixRange(`${subject}:${eventId}`) }, { limit: MAX_NOTIFICATIONS }),
    ),
  );
  return notices
    .flat()
    .map(({ created, userId, mailQueued }) =>
      createStep('notified', created, { userId, channels: mailQueued ? ['console', 'email'] : ['console'] }),
    );
};

const readWebhooks = async (
  { events, deliveries, log }: Omit<JourneyStores, 'notifications'>,
  accountId: number,
  { eventId, personId, isNew }: ReadLeadStepsRequest,
): Promise<JourneyStep[]> => {
  const about = [
    { ids: eventId, event: 'eventsCreated' },
    ...(isNew ? [{ ids: personId, event: 'peopleCreated' }] : []),
  ];
  const records = (
    await Promise.all(about.map((filter) => events.find({ accountId, ...filter }, { limit: MAX_EVENTS })))
  ).flat();
  const found = (
    await Promise.all(
      records.map(({ _id }) =>
        deliveries.find(inAccounts({ _id: prefixRange(_id) }, [accountId]), { limit: MAX_DELIVERIES }),
      ),
    )
  ).flat();
  const findAttempts = await log.findAttempts(found);
  const names = new Map(records.map(({ _id, event }) => [_id, event]));
  return found.map((delivery) => {
    const attempts = findAttempts(delivery);
    const { at = delivery.created, status } = attempts.at(-1) ?? {};
    return createStep('webhook', at, {
      event: names.get(delivery.eventId),
      eventId: delivery.eventId,
      webhookId: delivery.webhookId,
      status: delivery.status,
      attempts: delivery.tries,
      ...(status !== undefined && { httpStatus: status }),
    });
  });
};

/** The users that were notified of a lead, and for the owner the deliveries to webhooks with their status (D13.9). */
export const readLeadNotices =
  (stores: JourneyStores) =>
  async (request: ReadLeadStepsRequest, { actor: { accountId } }: StoreCall): Promise<ReadLeadStepsResponse> => {
    const [notified, webhooks] = await Promise.all([
      readNotified(stores, accountId, request.eventId),
      request.withWebhooks ? readWebhooks(stores, accountId, request) : [],
    ]);
    return { steps: [...notified, ...webhooks] };
  };
