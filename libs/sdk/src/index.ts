import type { components } from './generated/schema';

export { createPorchlight, type Porchlight } from './create-porchlight';
export type { EventStream, StreamedEvent, StreamOptions } from './event-stream';
export type { OperationId, OperationResult } from './operation-types';
export {
  createTransport,
  type CallOptions,
  type PorchlightOptions,
  type Request,
  type ResponseData as Answer,
  type Send,
} from './transport';
export { Call } from './call';
export { getRecords, Listing, type AnyPage, type PageMetadata, type RecordOf } from './listing';
export { PorchlightError, type PorchlightErrorDetails } from './porchlight-error';
export type { RetryPolicy } from './retry-requests';
export {
  verifyLegacyWebhook,
  verifyWebhook,
  type LegacyWebhookOptions,
  type StandardWebhookOptions,
  type WebhookNotification,
  type WebhookRequest,
} from './verify-webhook';
export type { components, operations } from './generated/schema';

/** The records of the API and their bodies, by name: `Schemas['Person']`. */
export type Schemas = components['schemas'];
