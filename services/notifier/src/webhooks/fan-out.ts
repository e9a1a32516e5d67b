import type { BatchHandler, BusMessage } from '@porchlight/bus';
import type { EventPaths } from '@porchlight/contracts';
import type { Clock, Logger } from '@porchlight/runtime';
import {
  type Delivery,
  formatDeliveryId,
  type DeliveryMetrics,
  type DeliveryStore,
  formatDestination,
  type Dispatcher,
  type Endpoint,
  type EndpointDirectory,
  type Job,
  scheduleStart,
} from '../deliveries';
import { type EventStore, assignEventIds, type EventRecord } from '../payloads';
import { readFiringChange } from './firing-change';
import { createEventRecorder, type RecordedEvent } from './record-events';

export interface FanOutOptions {
  readonly directory: EndpointDirectory;
  readonly events: EventStore;
  readonly deliveryStore: DeliveryStore;
  readonly dispatcher: Pick<Dispatcher<Job>, 'reserve' | 'cancel' | 'enqueue'>;
  /** Called if deliveries were left for the scheduler. */
  readonly onLeft: () => void;
  readonly paths: EventPaths;
  /** Duration of a lease, ms. */
  readonly leaseMs: number;
  /** A new token for the leases of one batch. */
  readonly leaseToken: () => string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: DeliveryMetrics;
}

/** Documents in one write. */
const MAX_AT_ONCE = 1_000;

/**
 * Creates events and deliveries from a batch of changes, before its offset is committed. Idempotent, also with other
 * batch borders. Deliveries that fit into the queue of their destination are stored with a lease of this process and
 * attempted at once; the schedulers attempt the rest.
 */
export const createFanOut = (options: FanOutOptions): BatchHandler => {
  const { directory, deliveryStore, dispatcher, paths, clock } = options;
  const recordEvents = createEventRecorder(options);

  const createJob = (event: EventRecord, endpoint: Endpoint, token: string, traceparent: string | undefined) => {
    const now = clock.now();
    const leased = dispatcher.reserve(formatDestination(endpoint));
    const delivery: Delivery = {
      _id: formatDeliveryId(event._id, endpoint.id),
      accountId: event.accountId,
      webhookId: endpoint.id,
      eventId: event._id,
      lane: formatDestination(endpoint),
      status: 'Pending',
      occurred: scheduleStart(event.occurred, new Date(now)),
      created: new Date(now),
      dueAt: new Date(leased ? now + options.leaseMs : now),
      ...(leased && { leaseBy: token }),
      ...(traceparent !== undefined && { traceparent }),
      tries: 0,
    };
    return { delivery, endpoint, event };
  };

  /** Writes deliveries, then starts those that are leased. */
  const deliver = async (notices: readonly RecordedEvent[]): Promise<void> => {
    const token = options.leaseToken();
    const jobs = notices.flatMap(({ event, to, traceparent }) =>
      to.map((endpoint) => createJob(event, endpoint, token, traceparent)),
    );
    if (jobs.length === 0) return;
    const leased = jobs.filter((job): job is Job => job.delivery.leaseBy !== undefined);
    let existing: ReadonlySet<string>;
    try {
      existing = await deliveryStore.add(jobs.map(({ delivery }) => delivery));
    } catch (error) {
      for (const { endpoint } of leased) dispatcher.cancel(formatDestination(endpoint));
      throw error;
    }
    options.metrics.deliveriesWritten.inc(jobs.length - existing.size);
    for (const job of leased) {
      if (existing.has(job.delivery._id)) dispatcher.cancel(formatDestination(job.endpoint));
      else dispatcher.enqueue(formatDestination(job.endpoint), job);
    }
    if (leased.length < jobs.length) options.onLeft();
  };

  return async (batch, { signal }) => {
    const endpoints = await directory.findByAccounts(new Set(batch.map(({ key }) => Number(key))));
    if (endpoints.size === 0) return;
    const fired = batch.flatMap((message) => findFiredEvents(message, endpoints.get(Number(message.key)) ?? [], paths));
    if (fired.length === 0) return;
    // Events before deliveries, so that every delivery finds its event.
    const notices = await recordEvents(fired, signal);
    for (let at = 0; at < notices.length; at += MAX_AT_ONCE) await deliver(notices.slice(at, at + MAX_AT_ONCE));
  };
};

/** The events that a change fires, each with the webhooks that may receive it. Most accounts have no webhooks. */
const findFiredEvents = (message: BusMessage, endpoints: readonly Endpoint[], { isEventName }: EventPaths) => {
  if (endpoints.length === 0) return [];
  const change = readFiringChange(message);
  const traceparent = message.headers?.['traceparent'];
  const seen = endpoints.filter(({ system }) => !(change.suppressOwn && system === change.system));
  if (seen.length === 0) return [];
  // A producer may be a version ahead; no webhook can have a name that is unknown here.
  return assignEventIds(change.eventId, change.webhookEvents).flatMap(({ id, name }) =>
    isEventName(name) ? [{ id, name, change, seen, traceparent }] : [],
  );
};
