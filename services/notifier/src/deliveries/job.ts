import type { EventRecord } from '../payloads';
import type { Endpoint } from './endpoint-directory';
import type { LeasedDelivery } from './delivery';

/** One attempt to make: the leased delivery with all it takes. */
export interface Job {
  readonly delivery: LeasedDelivery;
  readonly endpoint: Endpoint;
  readonly event: EventRecord;
}
