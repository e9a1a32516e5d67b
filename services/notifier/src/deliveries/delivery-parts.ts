import type { DocumentCollection } from '@porchlight/store';
import type { AttemptDocument, Delivery, Job } from './delivery';
import type { DeliveryLog } from './delivery-log';
import type { DeliveryStore } from './delivery-store';
import type { Dispatcher } from './dispatcher';
import type { Endpoints } from './webhook-endpoints';
import type { DeliveryMetrics } from './delivery-metrics';
import type { Resume } from './resume-deliveries';

/** What other features use to send deliveries. */
export interface Deliveries {
  readonly documents: {
    readonly deliveries: DocumentCollection<Delivery>;
    readonly attempts: DocumentCollection<AttemptDocument>;
  };
  readonly store: DeliveryStore;
  readonly log: DeliveryLog;
  /** Receivers: other features add theirs. */
  readonly endpoints: Endpoints;
  /** Queues of leased deliveries in memory. */
  readonly dispatcher: Pick<Dispatcher<Job>, 'reserve' | 'cancel' | 'enqueue'>;
  /** Duration of a lease, ms. */
  readonly leaseMs: number;
  /** A new token for the leases of one batch. */
  readonly leaseToken: () => string;
  readonly metrics: DeliveryMetrics;
  /** Reads due deliveries now. */
  readonly notify: () => void;
  readonly resume: Resume;
}
