/** What every failure of the SDK is: a refusal of the service, no answer from it, or a webhook that is not genuine. */
export class PorchlightError extends Error {
  /**
   * A word for programs: `errorCode` of the answer, or NETWORK, TIMEOUT, ABORTED, BAD_ANSWER, INVALID_SIGNATURE of the
   * SDK itself.
   */
  readonly reason: string;
  /** HTTP status; undefined when no answer came. */
  readonly status: number | undefined;
  /** Names the request in the service's logs. */
  readonly requestId: string | undefined;
  /** Seconds after which to try again, where the service says so. */
  readonly retryAfterSeconds: number | undefined;
  /** The whole answer: some refusals say more, such as `problems` or `mergedInto`. */
  readonly body: unknown;

  /** `message` is one sentence that a person can act on. */
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

/** What a failure says beside its sentence. */
export interface PorchlightErrorDetails {
  readonly reason: string;
  readonly status?: number;
  readonly requestId?: string;
  readonly retryAfterSeconds?: number;
  readonly body?: unknown;
  readonly cause?: unknown;
}
