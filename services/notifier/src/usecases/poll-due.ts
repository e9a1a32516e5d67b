import { createWaker, type Clock, type Logger, type Worker } from '@porchlight/runtime';
import type { LeasedDelivery } from '../delivery/delivery';
import type { Dispatcher } from '../delivery/dispatcher';
import type { Job } from '../delivery/job';
import type { Schedule } from '../delivery/schedule';
import type { EventRecord } from '../notification/event-record';
import type {
  DeliveryBook,
  DueDelivery,
  Endpoint,
  EventJournal,
  Settlement,
  WebhookDirectory,
  WebhookStanding,
} from '../ports';

export interface PollerOptions {
  readonly book: DeliveryBook;
  readonly directory: Pick<WebhookDirectory, 'ofAccounts'>;
  readonly events: EventJournal;
  readonly dispatcher: Pick<Dispatcher<Job>, 'reserve' | 'cancel' | 'enqueue' | 'fullLanes' | 'room' | 'restsUntil'>;
  readonly settle: (settlement: Settlement) => void;
  readonly standing: Pick<WebhookStanding, 'gaveUp'>;
  readonly schedule: Schedule;
  readonly leaseMs: number;
  readonly leaseToken: () => string;
  /** Longest pause between two looks, ms. */
  readonly intervalMs: number;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface Poller extends Worker {
  /** Look now. */
  nudge(): void;
}

/** Deliveries read at a time: a find costs by what matches, a claim by what is taken. */
const BATCH = 500;
/** Longest pause while the database is away. */
const LONGEST_PAUSE_MS = 5_000;
/** Rests of an open circuit that a due delivery waits before it is looked at again. */
const RESTS_SKIPPED = 10;

/**
 * Takes deliveries that are due: retries, those that found no room in memory, and those whose lease ran out with the
 * process that held it. Reads due ones outside of full lanes, leases what lanes have room for, and leaves the rest: a
 * dead receiver's thousands never stand in the way of others. Idle it costs one small query each interval.
 */
export const createPoller = (options: PollerOptions): Poller => {
  const { book, directory, events, dispatcher, settle, schedule, clock, logger } = options;
  const waker = createWaker();

  /** One look; true: there is more to take at once. */
  const look = async (): Promise<boolean> => {
    const limit = Math.min(BATCH, dispatcher.room());
    if (limit === 0) return false;
    const due = await book.due(clock.date(), limit, dispatcher.fullLanes());
    if (due.length === 0) return false;
    const [endpoints, records] = await Promise.all([
      directory.ofAccounts(new Set(due.map(({ accountId }) => accountId))),
      events.read([...new Set(due.map(({ eventId }) => eventId))]),
    ]);
    const plan = sort(due, endpoints, records);
    await Promise.all([
      plan.resting.length > 0 ? book.postpone(plan.resting, clock.date()) : undefined,
      endAll(plan.ended),
      takeAll(plan.take),
    ]);
    return due.length === limit || plan.left > 0
      ? plan.take.length + plan.resting.length + plan.ended.length > 0
      : false;
  };

  interface Plan {
    readonly take: (Omit<Job, 'delivery'> & { readonly delivery: DueDelivery })[];
    readonly resting: { delivery: DueDelivery; dueAt: Date }[];
    /** The webhook or the event is gone, or the end has come while the lane rests. */
    readonly ended: { delivery: DueDelivery; endpoint?: Endpoint }[];
    left: number;
  }

  const sort = (
    due: readonly DueDelivery[],
    endpoints: ReadonlyMap<number, readonly Endpoint[]>,
    records: ReadonlyMap<string, EventRecord>,
  ): Plan => {
    const plan: Plan = { take: [], resting: [], ended: [], left: 0 };
    for (const delivery of due) {
      const endpoint = endpoints.get(delivery.accountId)?.find(({ id }) => id === delivery.webhookId);
      const event = records.get(delivery.eventId);
      if (!endpoint || !event) {
        plan.ended.push({ delivery });
        continue;
      }
      const rests = endpoint.active ? dispatcher.restsUntil(endpoint.origin) : 0;
      if (rests > 0) {
        const now = clock.now();
        const end = delivery.occurred.getTime() + schedule.giveUpAfterMs;
        if (now >= end) plan.ended.push({ delivery, endpoint });
        // Not looked at in every rest, for there may be thousands; once the receiver is back none waits long.
        else plan.resting.push({ delivery, dueAt: new Date(Math.min(now + (rests - now) * RESTS_SKIPPED, Math.max(end, rests))) });
      } else if (dispatcher.reserve(endpoint.origin)) plan.take.push({ delivery, endpoint, event });
      else plan.left++;
    }
    return plan;
  };

  const until = (): Date => new Date(clock.now() + options.leaseMs);

  const takeAll = async (jobs: Plan['take']): Promise<void> => {
    if (jobs.length === 0) return;
    let got: readonly LeasedDelivery[] = [];
    try {
      got = await book.lease(
        jobs.map(({ delivery }) => delivery),
        until(),
        options.leaseToken(),
      );
    } finally {
      const leased = new Map(got.map((delivery) => [delivery._id, delivery]));
      for (const { delivery, endpoint, event } of jobs) {
        const mine = leased.get(delivery._id);
        if (mine) dispatcher.enqueue(endpoint.origin, { delivery: mine, endpoint, event });
        else dispatcher.cancel(endpoint.origin);
      }
    }
  };

  const endAll = async (ended: Plan['ended']): Promise<void> => {
    if (ended.length === 0) return;
    const leased = await book.lease(
      ended.map(({ delivery }) => delivery),
      until(),
      options.leaseToken(),
    );
    const endpoints = new Map(ended.map(({ delivery, endpoint }) => [delivery._id, endpoint]));
    for (const delivery of leased) {
      settle({ kind: 'givenUp', delivery });
      const endpoint = endpoints.get(delivery._id);
      if (endpoint) await options.standing.gaveUp(endpoint, delivery.eventId);
    }
  };

  return {
    nudge: waker.nudge,
    async run(signal) {
      let failures = 0;
      while (!signal.aborted) {
        waker.reset();
        try {
          const more = await look();
          failures = 0;
          if (more) continue;
          await waker.pause(options.intervalMs, signal);
        } catch (error) {
          failures++;
          logger.warn({ event: 'deliveries.poll_failed', failures, err: error }, 'due deliveries could not be read');
          waker.reset();
          await waker.pause(Math.min(LONGEST_PAUSE_MS, options.intervalMs * failures), signal);
        }
      }
    },
  };
};
