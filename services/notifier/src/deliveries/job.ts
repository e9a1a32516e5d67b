import type { EventRecord } from '../payloads';
import type { Endpoint } from './endpoint-directory';
import type { LeasedDelivery } from './delivery';

/** An attempt to make: the leased delivery with its endpoint and event. */
export interface Job {
  readonly delivery: LeasedDelivery;
  readonly endpoint: Endpoint;
  readonly event: EventRecord;
}
