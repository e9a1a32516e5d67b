import type { Clock } from '@porchlight/runtime';
import type { EventStore } from '../payloads';
import type { DueDelivery, Job, Settlement } from './delivery';
import type { DeliveryStore } from './delivery-store';
import { formatDestination } from './destination';
import type { Dispatcher } from './dispatcher';
import type { Endpoint } from './endpoint-directory';
import type { EndpointHealth } from './endpoint-health';

export interface LeasingOptions {
  readonly deliveryStore: Pick<DeliveryStore, 'lease'>;
  readonly events: Pick<EventStore, 'read'>;
  readonly dispatcher: Pick<Dispatcher<Job>, 'cancel' | 'enqueue'>;
  readonly settle: (settlement: Settlement) => void;
  readonly health: Pick<EndpointHealth, 'recordDeadLetter'>;
  readonly leaseMs: number;
  readonly leaseToken: () => string;
  readonly clock: Clock;
}

/** A due delivery with a reserved slot of its destination. */
export interface Candidate {
  readonly delivery: DueDelivery;
  readonly endpoint: Endpoint;
  /** Has low priority. */
  readonly late: boolean;
}

/** A due delivery that is not attempted again. */
export interface EndedDelivery {
  readonly delivery: DueDelivery;
  /** Absent: the endpoint is deleted. */
  readonly endpoint?: Endpoint;
}

/** Leases due deliveries, so that no other process works on them, and starts or ends them. */
export const createLeasing = ({
  deliveryStore,
  events,
  dispatcher,
  settle,
  health,
  leaseMs,
  leaseToken,
  clock,
}: LeasingOptions) => {
  const lease = (deliveries: readonly DueDelivery[]) =>
    deliveryStore.lease(deliveries, new Date(clock.now() + leaseMs), leaseToken());

  /** Leases and starts deliveries. Releases the reserved slots of those that another process leased. */
  const startAll = async (candidates: readonly Candidate[]): Promise<void> => {
    if (candidates.length === 0) return;
    const jobs = new Map<string, Job>();
    try {
      const deliveries = candidates.map(({ delivery }) => delivery);
      const records = await events.read(
        [...new Set(deliveries.map(({ eventId }) => eventId))],
        deliveries.map(({ accountId }) => accountId),
      );
      const leased = await lease(deliveries.filter(({ eventId }) => records.has(eventId)));
      const endpoints = new Map(candidates.map(({ delivery, endpoint }) => [delivery._id, endpoint]));
      for (const delivery of leased) {
        const { _id, eventId } = delivery;
        jobs.set(_id, { delivery, endpoint: endpoints.get(_id)!, event: records.get(eventId)! });
      }
      await endAll(deliveries.filter(({ eventId }) => !records.has(eventId)).map((delivery) => ({ delivery })));
    } finally {
      for (const { delivery, endpoint, late } of candidates) {
        const job = jobs.get(delivery._id);
        if (job) dispatcher.enqueue(formatDestination(endpoint), job, late);
        else dispatcher.cancel(formatDestination(endpoint));
      }
    }
  };

  /** The webhook or event is deleted, or the retry window ended while the queue was paused. */
  const endAll = async (ended: readonly EndedDelivery[]): Promise<void> => {
    if (ended.length === 0) return;
    const leased = await lease(ended.map(({ delivery }) => delivery));
    const endpoints = new Map(ended.map(({ delivery, endpoint }) => [delivery._id, endpoint]));
    for (const delivery of leased) {
      settle({ kind: 'deadLetter', delivery });
      const endpoint = endpoints.get(delivery._id);
      if (endpoint) await health.recordDeadLetter(endpoint, delivery.eventId);
    }
  };

  return { startAll, endAll };
};
