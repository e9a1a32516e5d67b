import type { BatchHandler } from '@porchlight/bus';
import { callbackRequested, decodeChange } from '@porchlight/contracts';
import type { Clock } from '@porchlight/runtime';
import {
  type Delivery,
  formatDeliveryId,
  type DeliveryStore,
  formatDestination,
  type Endpoint,
  type EndpointDirectory,
  scheduleStart,
} from '../deliveries';
import type { EventStore, EventRecord } from '../payloads';
import { inboxEndpointId } from './inbox-app-document';

export interface CallbackOptions {
  readonly directory: Pick<EndpointDirectory, 'findByAccounts' | 'invalidate'>;
  readonly events: Pick<EventStore, 'record'>;
  readonly deliveryStore: Pick<DeliveryStore, 'add'>;
  /** Called when deliveries are due. */
  readonly onDue: () => void;
  readonly clock: Clock;
}

type Endpoints = ReadonlyMap<number, readonly Endpoint[]>;

/**
 * Creates events and deliveries of callbacks to subscription URLs from changes of conversations, before the offset of
 * the batch is committed. Idempotent (decisions section 9).
 */
export const createCallbacks =
  ({ directory, events, deliveryStore, onDue, clock }: CallbackOptions): BatchHandler =>
  async (batch) => {
    const facts = batch.flatMap((message) => {
      if (message.type !== callbackRequested.type) return [];
      const change = decodeChange(message.value);
      const { accountId, eventId, occurred } = change;
      const traceparent = message.headers?.['traceparent'];
      return [
        {
          accountId,
          eventId,
          traceparent,
          occurred: occurred ?? clock.date(),
          ...callbackRequested.parse(change),
        },
      ];
    });
    if (facts.length === 0) return;
    const of = (endpoints: Endpoints, { accountId, inboxAppId }: { accountId: number; inboxAppId: number }) =>
      endpoints.get(accountId)?.find(({ id }) => id === inboxEndpointId(inboxAppId));
    let endpoints: Endpoints = await directory.findByAccounts(new Set(facts.map(({ accountId }) => accountId)));
    const missing = facts.filter((fact) => !of(endpoints, fact));
    if (missing.length > 0) {
      // The app may have been installed after the directory was cached.
      for (const { accountId } of missing) directory.invalidate(accountId);
      endpoints = await directory.findByAccounts(new Set(facts.map(({ accountId }) => accountId)));
    }
    const records: EventRecord[] = [];
    const deliveries: Delivery[] = [];
    for (const fact of facts) {
      const { accountId, eventId, traceparent, occurred, event, data } = fact;
      const endpoint = of(endpoints, fact);
      if (!endpoint?.active) continue;
      const now = clock.date();
      const dataJson = JSON.stringify(data);
      records.push({
        _id: eventId,
        accountId,
        event,
        ids: [],
        uri: null,
        occurred,
        created: now,
        systems: [],
        dataJson,
        callback: true,
      });
      deliveries.push({
        _id: formatDeliveryId(eventId, endpoint.id),
        accountId,
        webhookId: endpoint.id,
        eventId,
        lane: formatDestination(endpoint),
        status: 'Pending',
        occurred: scheduleStart(occurred, now),
        created: now,
        dueAt: now,
        ...(traceparent !== undefined && { traceparent }),
        tries: 0,
      });
    }
    if (records.length === 0) return;
    await events.record(records);
    await deliveryStore.add(deliveries);
    onDue();
  };
