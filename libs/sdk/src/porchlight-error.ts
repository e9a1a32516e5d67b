/** Every error of the SDK: an error response, no response, or an invalid signature of a webhook. */
export class PorchlightError extends Error {
  /**
   * The `errorCode` of the response, or `HTTP_` and the status without one, or a code of the SDK: NETWORK, TIMEOUT,
   * ABORTED, BAD_ANSWER, INVALID_SIGNATURE.
   */
  readonly reason: string;
  /** The HTTP status; undefined without a response. */
  readonly status: number | undefined;
  /** Identifies the request in the logs of the service. */
  readonly requestId: string | undefined;
  /** Seconds to wait before a retry, if the service requests it. */
  readonly retryAfterSeconds: number | undefined;
  /** The body of the response. Some errors have more fields, such as `problems` or `mergedInto`. */
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
}

/** The properties of an error other than its message. */
export interface PorchlightErrorDetails {
  readonly reason: string;
  readonly status?: number;
  readonly requestId?: string;
  readonly retryAfterSeconds?: number;
  readonly body?: unknown;
  readonly cause?: unknown;
}
