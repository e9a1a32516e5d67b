export { deliveries } from './feature';
export {
  formatAttemptId,
  formatDeliveryId,
  type Attempt,
  type AttemptDocument,
  type Delivery,
  type Job,
} from './delivery';
export type { DeliveryLog } from './delivery-log';
export type { Deliveries } from './delivery-parts';
export type { DeliveryStore } from './delivery-store';
export { formatDestination } from './destination';
export type { Dispatcher } from './dispatcher';
export { createEndpointDirectory, type Endpoint, type EndpointDirectory } from './endpoint-directory';
export { failureColumns, type EndpointDocument } from './endpoint-health';
export { createDeliveryMetrics, type DeliveryMetrics } from './delivery-metrics';
export type { Resumable } from './resume-deliveries';
export { scheduleStart } from './retry-schedule';
