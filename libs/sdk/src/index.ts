export { createPorchlight, type Porchlight } from './create-porchlight';
export type { OperationId } from './operation-types';
export type { CallOptions, PorchlightOptions, Answer } from './transport';
export { Call } from './call';
export { Listing, type PageMetadata } from './listing';
export { PorchlightError, type PorchlightErrorDetails } from './porchlight-error';
export type { RetryPolicy } from './retry';
export {
  verifyLegacyWebhook,
  verifyWebhook,
  type LegacyWebhookOptions,
  type StandardWebhookOptions,
  type WebhookNotification,
  type WebhookRequest,
} from './verify-webhook';
export type { components, operations } from './generated/schema';
