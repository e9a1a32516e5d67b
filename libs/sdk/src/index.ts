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
export {
  createOauthClient,
  type AuthorizationAttempt,
  type OauthClient,
  type OauthClientOptions,
  type OauthTokenSet,
} from './oauth';
export {
  AuthenticationError,
  BadRequestError,
  ConflictError,
  ForbiddenError,
  InvalidSignatureError,
  NetworkError,
  NotFoundError,
  PorchlightError,
  PreconditionFailedError,
  RateLimitError,
  ServerError,
  type PorchlightErrorDetails,
  type Problem,
  type Reason,
  type SdkReason,
} from './porchlight-error';
export type { RetryPolicy } from './retry-requests';
export {
  verifyLegacyWebhook,
  verifyWebhook,
  type LegacyWebhookOptions,
  type StandardWebhookOptions,
  type WebhookEvent,
  type WebhookNotification,
  type WebhookRequest,
} from './verify-webhook';
export {
  createExpressWebhookHandler,
  createFetchWebhookHandler,
  type ExpressRequest,
  type ExpressResponse,
  type WebhookHandlerOptions,
} from './webhook-handlers';
export { SAMPLE_SECRET, signSampleWebhook, type SignedWebhook } from './sample-webhook';
export type { components, operations } from './generated/schema';
export type * from './generated/methods';
export type * from './generated/named-types';

/** A lead, as POST /events receives it. */
export type Lead = components['schemas']['NewEvent'];

/** The records of the API and their bodies, by name: `Schemas['Person']`. */
export type Schemas = components['schemas'];
