import { createPollLoop, type Logger, type PollLoop, type WakeSignal } from '@porchlight/runtime';
import type { DueDelivery, Job } from './delivery';
import type { DeliveryStore } from './delivery-store';
import { formatDestination } from './destination';
import type { Dispatcher } from './dispatcher';
import type { EndpointDirectory } from './endpoint-directory';
import { createLeasing, type Candidate, type EndedDelivery, type LeasingOptions } from './lease-deliveries';
import { createDueReader } from './read-due';
import type { Schedule } from './retry-schedule';

export interface SchedulerOptions extends LeasingOptions {
  readonly directory: Pick<EndpointDirectory, 'findByAccounts' | 'invalidate'>;
  readonly deliveryStore: DeliveryStore;
  readonly dispatcher: Pick<Dispatcher<Job>, 'reserve' | 'cancel' | 'enqueue' | 'getRoom' | 'room' | 'openUntil'>;
  /** Ids of deliveries that this process has claimed. */
  readonly claimed: Pick<ReadonlySet<string>, 'has'>;
  readonly schedule: Schedule;
  /** Notified when deliveries are due. */
  readonly due: WakeSignal;
  /** Longest pause between two polls, ms. */
  readonly intervalMs: number;
  readonly logger: Logger;
}

/** A delivery without attempts has high priority for this long after its change, ms. */
const FRESH_MS = 15_000;

/** Retries and old deliveries have low priority. */
const isLate = ({ tries, occurred }: DueDelivery, now: number): boolean =>
  tries > 0 || now - occurred.getTime() > FRESH_MS;

/**
 * The endpoints of these deliveries. A webhook that another replica created a moment ago is missing in the cache:
 * missing ones are read from the database before their deliveries fail.
 */
const findEndpoints = async (directory: SchedulerOptions['directory'], due: readonly DueDelivery[]) => {
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

/**
 * Claims due deliveries: retries, those that found no room in memory, and those whose lease expired with their process.
 * Leases what the destinations accept; the rest stays in the database and is not read again until there is room
 * (read-due.ts), so the backlog of a dead receiver does not delay others. Idle, it costs one small query per interval.
 */
export const createScheduler = (options: SchedulerOptions): PollLoop => {
  const { deliveryStore, directory, dispatcher, claimed, schedule, clock, logger } = options;
  const { startAll, endAll } = createLeasing(options);
  const reader = createDueReader({ deliveryStore, dispatcher, clock });

  /** One poll. Returns true if more can be claimed at once. */
  const look = async (): Promise<boolean> => {
    if (dispatcher.room() === 0) return false;
    const { due, done } = await reader.read();
    const findEndpoint = await findEndpoints(directory, due);
    const started: Candidate[] = [];
    const ended: EndedDelivery[] = [];
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
        started.push({ delivery, endpoint, late: isLate(delivery, now) });
      else waiting.push(delivery);
    }
    await Promise.all([startAll(started), endAll(ended)]);
    const more = done(waiting);
    return more || started.length + ended.length > 0;
  };

  return createPollLoop({
    look,
    intervalMs: options.intervalMs,
    wakeSignal: options.due,
    failed: (error, failures) =>
      logger.warn({ event: 'deliveries.poll_failed', failures, err: error }, 'due deliveries could not be read'),
  });
};
