import { createPollLoop, type Clock, type Logger, type PollLoop, type WakeSignal } from '@porchlight/runtime';
import type { LeasedDelivery, Job, DueDelivery, Settlement } from './delivery';
import { formatDestination } from './destination';
import type { Dispatcher } from './dispatcher';
import type { Schedule } from './retry-schedule';
import type { DeliveryStore } from './delivery-store';
import type { Endpoint, EndpointDirectory } from './endpoint-directory';
import type { EventStore } from '../payloads';
import type { EndpointHealth } from './endpoint-health';
import { createDueReader } from './read-due';

export interface SchedulerOptions {
  readonly deliveryStore: DeliveryStore;
  readonly directory: Pick<EndpointDirectory, 'findByAccounts' | 'invalidate'>;
  readonly events: Pick<EventStore, 'read'>;
  readonly dispatcher: Pick<Dispatcher<Job>, 'reserve' | 'cancel' | 'enqueue' | 'getRoom' | 'room' | 'openUntil'>;
  /** Ids of deliveries that this process has claimed. */
  readonly claimed: Pick<ReadonlySet<string>, 'has'>;
  readonly settle: (settlement: Settlement) => void;
  readonly health: Pick<EndpointHealth, 'recordDeadLetter'>;
  readonly schedule: Schedule;
  readonly leaseMs: number;
  readonly leaseToken: () => string;
  /** Notified when deliveries are due. */
  readonly due: WakeSignal;
  /** Longest pause between two polls, ms. */
  readonly intervalMs: number;
  readonly clock: Clock;
  readonly logger: Logger;
}

interface Candidate {
  readonly delivery: DueDelivery;
  readonly endpoint: Endpoint;
  readonly late: boolean;
}

/** A delivery without attempts has high priority for this long after its change, ms. */
const FRESH_MS = 15_000;

/** Retries and old deliveries have low priority. */
const isLate = ({ tries, occurred }: DueDelivery, now: number): boolean =>
  tries > 0 || now - occurred.getTime() > FRESH_MS;

/**
 * Claims due deliveries: retries, those that found no room in memory, and those whose lease expired with their process.
 * Leases what the destinations accept; the rest stays in the database and is not read again until there is room
 * (read-due.ts), so the backlog of a dead receiver does not delay others. Idle, it costs one small query per interval.
 */
export const createScheduler = (options: SchedulerOptions): PollLoop => {
  const { deliveryStore, directory, events, dispatcher, claimed, settle, schedule, clock, logger } = options;
  const reader = createDueReader({ deliveryStore, dispatcher, clock });

  /** One poll. Returns true if more can be claimed at once. */
  const look = async (): Promise<boolean> => {
    if (dispatcher.room() === 0) return false;
    const { due, done } = await reader.read();
    const findEndpoint = await findEndpoints(due);
    const take: Candidate[] = [];
    const ended: { delivery: DueDelivery; endpoint?: Endpoint }[] = [];
    const waiting: DueDelivery[] = [];
    const now = clock.now();
    for (const delivery of due) {
      // Its lease expired because of a clock jump or a long pause: its result sets the next due time.
      if (claimed.has(delivery._id)) continue;
      const endpoint = findEndpoint(delivery);
      const rests = endpoint?.active && dispatcher.openUntil(formatDestination(endpoint)) > 0;
      if (!endpoint) ended.push({ delivery });
      else if (rests && now >= delivery.occurred.getTime() + schedule.giveUpAfterMs) ended.push({ delivery, endpoint });
      else if (!rests && dispatcher.reserve(formatDestination(endpoint), isLate(delivery, now)))
        take.push({ delivery, endpoint, late: isLate(delivery, now) });
      else waiting.push(delivery);
    }
    await Promise.all([takeAll(take), endAll(ended)]);
    const more = done(waiting);
    return more || take.length + ended.length > 0;
  };

  /**
   * The endpoints of these deliveries. A webhook that another replica created a moment ago is missing in the cache:
   * missing ones are read from the database before their deliveries fail.
   */
  const findEndpoints = async (due: readonly DueDelivery[]) => {
    let endpoints = await directory.findByAccounts(new Set(due.map(({ accountId }) => accountId)));
    const findEndpoint = ({ accountId, webhookId }: DueDelivery) =>
      endpoints.get(accountId)?.find(({ id }) => id === webhookId);
    const incomplete = new Set(due.filter((delivery) => !findEndpoint(delivery)).map(({ accountId }) => accountId));
    if (incomplete.size > 0) {
      for (const accountId of incomplete) directory.invalidate(accountId);
      const reread = await directory.findByAccounts(incomplete);
      endpoints = new Map([...[...endpoints].filter(([accountId]) => !incomplete.has(accountId)), ...reread]);
    }
    return findEndpoint;
  };

  const until = (): Date => new Date(clock.now() + options.leaseMs);

  /** Leases and starts deliveries. Releases the reserved slots of those that another process leased. */
  const takeAll = async (candidates: readonly Candidate[]): Promise<void> => {
    if (candidates.length === 0) return;
    const jobs = new Map<string, Job>();
    try {
      const deliveries = candidates.map(({ delivery }) => delivery);
      const records = await events.read(
        [...new Set(deliveries.map(({ eventId }) => eventId))],
        deliveries.map(({ accountId }) => accountId),
      );
      const got = await deliveryStore.lease(
        deliveries.filter(({ eventId }) => records.has(eventId)),
        until(),
        options.leaseToken(),
      );
      const leased = new Map(got.map((delivery) => [delivery._id, delivery]));
      for (const { delivery, endpoint } of candidates) {
        const mine = leased.get(delivery._id);
        if (mine) jobs.set(mine._id, { delivery: mine, endpoint, event: records.get(mine.eventId)! });
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
  const endAll = async (ended: readonly { delivery: DueDelivery; endpoint?: Endpoint }[]): Promise<void> => {
    if (ended.length === 0) return;
    const leased: readonly LeasedDelivery[] = await deliveryStore.lease(
      ended.map(({ delivery }) => delivery),
      until(),
      options.leaseToken(),
    );
    const endpoints = new Map(ended.map(({ delivery, endpoint }) => [delivery._id, endpoint]));
    for (const delivery of leased) {
      settle({ kind: 'deadLetter', delivery });
      const endpoint = endpoints.get(delivery._id);
      if (endpoint) await options.health.recordDeadLetter(endpoint, delivery.eventId);
    }
  };

  return createPollLoop({
    look,
    intervalMs: options.intervalMs,
    wakeSignal: options.due,
    failed: (error, failures) =>
      logger.warn({ event: 'deliveries.poll_failed', failures, err: error }, 'due deliveries could not be read'),
  });
};
