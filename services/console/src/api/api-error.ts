/** An answer other than 2xx, or none: the sentence of the API for the person who reads it. */
export class ApiError extends Error {
  constructor(
    message: string,
    /** The HTTP status; 0 when there was no answer. */
    readonly status: number,
    /** The API's `errorCode`, such as `CONFLICT`. */
    readonly code: string,
    /** The whole body, for the few codes that carry more. */
    readonly body: Readonly<Record<string, unknown>> = {},
    /** Seconds that the API asks to wait. */
    readonly retryAfter?: number,
  ) {
    super(message);
    this.name = 'ApiError';
  }
}

/** Whether it may pass by itself. What was refused is refused again. */
export const mayPass = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);

/** The sentence to show for whatever went wrong. */
export const sentenceOf = (error: unknown): string =>
  error instanceof ApiError ? error.message : 'Something unexpected happened. Load the page again and repeat this.';
