/** A response other than 2xx, or no response. The message is a sentence for the user. */
export class ApiError extends Error {
  constructor(
    message: string,
    /** The HTTP status; 0 without a response. */
    readonly status: number,
    /** The API's `errorCode`, such as `CONFLICT`. */
    readonly code: string,
    /** The whole body; some codes have more fields. */
    readonly body: Readonly<Record<string, unknown>> = {},
    /** Seconds to wait before a retry. */
    readonly retryAfter?: number,
  ) {
    super(message);
    this.name = 'ApiError';
  }
}

/** Whether a retry can succeed. A rejected request is rejected again. */
export const mayPass = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);

/** Returns the sentence that the page shows for an error. */
export const sentenceOf = (error: unknown): string =>
  error instanceof ApiError ? error.message : 'Something went wrong. Reload the page and try again.';
