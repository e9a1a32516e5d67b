import type { ServiceReason } from './generated/named-types';

/** Codes of failures that have no error response. */
export type SdkReason = 'NETWORK' | 'TIMEOUT' | 'ABORTED' | 'BAD_ANSWER' | 'INVALID_SIGNATURE';

/**
 * Why a call failed: the `errorCode` of the response, a code of the SDK, or `HTTP_` and the status for a response that
 * is not the service's. A later version of the service may have more codes.
 */
export type Reason = ServiceReason | SdkReason | `HTTP_${number}` | (string & {});

/** One fault of a request (D13.10). */
export interface Problem {
  /** Path of the field, or name of the parameter or header; null if the problem has none. */
  readonly field: string | null;
  /** MISSING, UNKNOWN, INVALID or a more specific code. */
  readonly code: string;
  /** What is wrong, as a sentence. */
  readonly message: string;
}

/** Every error of the SDK: an error response, no response, or an invalid signature of a webhook. */
export class PorchlightError extends Error {
  /** A stable code for programs. */
  readonly reason: Reason;
  /** The HTTP status; undefined without a response. */
  readonly status: number | undefined;
  /** Identifies the request in the logs of the service. */
  readonly requestId: string | undefined;
  /** Seconds to wait before a retry, if the service requests it. */
  readonly retryAfterSeconds: number | undefined;
  /** The body of the response. Some errors have more fields, such as `mergedInto`. */
  readonly body: unknown;

  /** The message is one sentence that states what the user can do. */
  constructor(message: string, { reason, status, requestId, retryAfterSeconds, body, cause }: PorchlightErrorDetails) {
    super(message, { cause });
    this.name = 'PorchlightError';
    this.reason = reason;
    this.status = status;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
    this.body = body;
  }

  /** Every fault of the request; at least one for status 400. */
  get problems(): readonly Problem[] {
    const { problems } = (typeof this.body === 'object' ? (this.body ?? {}) : {}) as { problems?: readonly Problem[] };
    return Array.isArray(problems) ? problems : [];
  }
}

/** The properties of an error other than its message. */
export interface PorchlightErrorDetails {
  readonly reason: Reason;
  readonly status?: number;
  readonly requestId?: string;
  readonly retryAfterSeconds?: number;
  readonly body?: unknown;
  readonly cause?: unknown;
}

/** 400: `problems` names every fault; nothing has changed. */
export class BadRequestError extends PorchlightError {}
/** 401: the credentials or the system are not valid. */
export class AuthenticationError extends PorchlightError {}
/** 403: the role, the scopes or a setting does not permit the request. */
export class ForbiddenError extends PorchlightError {}
/** 404: no such record, or the caller may not see it. */
export class NotFoundError extends PorchlightError {}
/** 409: another record or the state of this one prevents the change. */
export class ConflictError extends PorchlightError {}
/** 412: the record has changed since it was read (`ifMatch`). */
export class PreconditionFailedError extends PorchlightError {}
/** 429: too many requests; `retryAfterSeconds` says when to continue. */
export class RateLimitError extends PorchlightError {}
/** 5xx: the service failed or is not available. */
export class ServerError extends PorchlightError {}
/** No response: the service could not be reached, or did not respond in time (`reason` TIMEOUT). */
export class NetworkError extends PorchlightError {}
/** The request was not signed with the secret of the webhook, or too long ago. */
export class InvalidSignatureError extends PorchlightError {}

const BY_STATUS: Readonly<Record<number, typeof PorchlightError>> = {
  400: BadRequestError,
  401: AuthenticationError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  412: PreconditionFailedError,
  429: RateLimitError,
};

/** The class of the error of a response. */
export const errorClassOf = (status: number): typeof PorchlightError =>
  BY_STATUS[status] ?? (status >= 500 ? ServerError : PorchlightError);
