import type { EventRecord } from '../payloads/event-record';
import type { Endpoint } from '../ports';
import type { LeasedDelivery } from './delivery';

/** One attempt to make: the leased delivery with all it takes. */
export interface Job {
  readonly delivery: LeasedDelivery;
  readonly endpoint: Endpoint;
  readonly event: EventRecord;
}
