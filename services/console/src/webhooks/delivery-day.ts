import { useRecord } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { now } from '../components/current-time';
import type { Delivery } from './delivery-attempts';

export const HOURS = 24;
const HOUR_MS = 3_600_000;
/** Deliveries that the figures are computed from. */
const MAX_DELIVERIES = 1_000;

/** Deliveries that were created in one hour. */
export interface HourCounts {
  delivered: number;
  failing: number;
}

/** The deliveries of the last 24 hours, the oldest hour first. */
export interface DeliveryDay {
  readonly hours: readonly HourCounts[];
  readonly delivered: number;
  /** Given up, or waiting after a failed attempt. */
  readonly failing: number;
  /** 95 of 100 attempts took at most this time, ms; undefined without an attempt. */
  readonly p95Ms: number | undefined;
  /** More deliveries exist than were counted. */
  readonly isPartial: boolean;
}

const isFailing = ({ status, attempts }: Delivery): boolean =>
  status === 'GivenUp' || (status === 'Pending' && attempts.length > 0);

/** Counts deliveries by hour; `end` is the end of the last hour, ms. */
export const countDeliveries = (deliveries: readonly Delivery[], end: number): DeliveryDay => {
  const hours = Array.from({ length: HOURS }, (): HourCounts => ({ delivered: 0, failing: 0 }));
  for (const delivery of deliveries) {
    const age = Math.floor((end - new Date(delivery.created ?? 0).getTime()) / HOUR_MS);
    const hour = hours[HOURS - 1 - Math.max(0, age)];
    if (hour && delivery.status === 'Delivered') hour.delivered += 1;
    else if (hour && isFailing(delivery)) hour.failing += 1;
  }
  const times = deliveries.flatMap(({ attempts }) => attempts.map(({ ms }) => ms)).sort((one, two) => one - two);
  return {
    hours,
    delivered: hours.reduce((sum, { delivered }) => sum + delivered, 0),
    failing: hours.reduce((sum, { failing }) => sum + failing, 0),
    p95Ms: times[Math.ceil(times.length * 0.95) - 1],
    isPartial: deliveries.length >= MAX_DELIVERIES,
  };
};

/** Reads the deliveries of the last 24 hours, at most the newest 1,000. */
export const useDeliveryDay = (webhookId: number) =>
  useRecord(['webhooks', webhookId, 'deliveries', 'day'], async (options) => {
    const end = now();
    const since = new Date(end - HOURS * HOUR_MS).toISOString();
    const deliveries: Delivery[] = [];
    for await (const page of porchlight.webhooks.deliveries(webhookId, { since }, options).pages()) {
      deliveries.push(...page.deliveries);
      if (page.deliveries.length === 0 || deliveries.length >= MAX_DELIVERIES) break;
    }
    return countDeliveries(deliveries, end);
  });
