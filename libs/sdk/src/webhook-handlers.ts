import { InvalidSignatureError, PorchlightError } from './porchlight-error';
import { verifyWebhook, type StandardWebhookOptions, type WebhookEvent } from './verify-webhook';

/** Options of a handler: how to verify, and what to do with an event. */
export interface WebhookHandlerOptions extends StandardWebhookOptions {
  /**
   * Processes a verified event. The response is 204 when it resolves, and 500 when it rejects: then the service sends
   * the event again. Resolve within 10 s. The same event can arrive twice (`eventId`).
   */
  readonly onEvent: (event: WebhookEvent) => void | Promise<void>;
  /** Receives what `onEvent` threw, for a log. */
  readonly onError?: (error: unknown) => void;
}

/** Largest body, bytes. A notification has a few kB. */
const MAX_BODY = 1_048_576;

interface Reply {
  readonly status: number;
  readonly message: string;
}

async function process(
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>,
  body: string | Uint8Array,
  { onEvent, onError, ...options }: WebhookHandlerOptions,
): Promise<Reply> {
  try {
    await onEvent(await verifyWebhook({ headers, body }, options));
    return { status: 204, message: '' };
  } catch (error) {
    if (error instanceof InvalidSignatureError) return { status: 401, message: error.message };
    onError?.(error);
    if (error instanceof PorchlightError && error.reason === 'BAD_ANSWER')
      return { status: 400, message: error.message };
    return { status: 500, message: 'The event could not be processed.' };
  }
}

/**
 * A handler for servers that use `Request` and `Response` (Next.js, Hono, Deno, Bun, workers): verifies, calls
 * `onEvent`, responds with 204.
 */
export const createFetchWebhookHandler =
  (options: WebhookHandlerOptions) =>
  async (request: Request): Promise<Response> => {
    const body = await readStream(request.body);
    if (body === undefined) return new Response('The body is too large.', { status: 413 });
    const { status, message } = await process(request.headers, body, options);
    return new Response(status === 204 ? null : message, { status });
  };

/** What the handler uses of a request of express or node:http. */
export interface ExpressRequest extends AsyncIterable<Uint8Array> {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The body that a parser has read: text or bytes (`express.raw`), not an object. */
  readonly body?: unknown;
}

/** What the handler uses of a response of express or node:http. */
export interface ExpressResponse {
  statusCode: number;
  end(text?: string): unknown;
}

/**
 * A handler for express and node:http: verifies, calls `onEvent`, responds with 204. Mount it before `express.json()`,
 * which leaves no bytes to verify, or behind `express.raw`.
 */
export const createExpressWebhookHandler =
  (options: WebhookHandlerOptions) =>
  async (request: ExpressRequest, response: ExpressResponse): Promise<void> => {
    const { status, message } = await reply(request, options);
    response.statusCode = status;
    response.end(message);
  };

async function reply(request: ExpressRequest, options: WebhookHandlerOptions): Promise<Reply> {
  const { body: parsed } = request;
  const isRaw = typeof parsed === 'string' || parsed instanceof Uint8Array;
  if (parsed !== undefined && !isRaw && Object.keys(parsed ?? {}).length > 0) {
    const message = 'Another parser has read the body. Mount the handler of webhooks before express.json().';
    options.onError?.(new TypeError(message));
    return { status: 500, message };
  }
  const body = isRaw ? parsed : await readStream(request);
  return body === undefined
    ? { status: 413, message: 'The body is too large.' }
    : process(request.headers, body, options);
}

/** Reads a body of at most MAX_BODY; undefined if it is larger. */
async function readStream(
  stream: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array> | null,
): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of (stream ?? []) as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > MAX_BODY) return undefined;
    parts.push(part);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
