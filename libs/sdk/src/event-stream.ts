import type { WebhookEventName } from './generated/named-types';
import { PorchlightError } from './porchlight-error';
import { computeWait, DEFAULT_RETRY, isRetryableStatus, wait } from './retry-requests';
import { createError, createSystemHeaders, readCredentials, readOrigin, type PorchlightOptions } from './transport';
import type { WebhookNotification } from './verify-webhook';

/**
 * An event of the stream. After `reset`, events are missing: read the records again. A later version of the service may
 * have further names.
 */
export type StreamedEvent =
  | { readonly id: string; readonly event: 'reset'; readonly data: Record<string, never> }
  | { readonly id: string; readonly event: WebhookEventName; readonly data: WebhookNotification };

/** Options of a stream. */
export interface StreamOptions {
  /** Ends the stream: the iteration throws ABORTED. */
  readonly signal?: AbortSignal;
  /** Continues after this position, for 15 minutes: the last one that `onPosition` received. */
  readonly lastEventId?: string;
  /**
   * Receives the position, to store and pass as `lastEventId` later: as soon as the stream is open, and after each
   * event that the loop has handled. An event that the loop leaves with `break` or an error is not handled: it comes
   * again. The stream waits for a promise; an error ends it.
   */
  readonly onPosition?: (lastEventId: string) => unknown;
}

/** The service sends a comment every 15 s: a connection without bytes for so long is broken, ms. */
const SILENCE_MS = 45_000;
/** Pause before a stream that ended is opened again, unless the service names another, ms. */
const RECONNECT_MS = 1_000;
/** Longest event, characters. */
const MAX_EVENT = 4_194_304;

/** What the service sent in one block of lines. */
interface Block {
  readonly id?: string;
  readonly event?: string;
  readonly data?: string;
  readonly retry?: number;
}

const parseBlock = (text: string): Block => {
  const block: { -readonly [K in keyof Block]: Block[K] } = {};
  for (const line of text.split('\n')) {
    const [, name, value = ''] = /^(\w+):? ?(.*)$/.exec(line) ?? [];
    if (name === 'id') block.id = value;
    else if (name === 'event') block.event = value;
    else if (name === 'data') block.data = block.data === undefined ? value : `${block.data}\n${value}`;
    else if (name === 'retry' && /^\d{1,6}$/.test(value)) block.retry = Number(value);
  }
  return block;
};

/** A position of the stream, and the event before it, if it has one. */
interface StreamStep {
  readonly id: string;
  readonly event?: StreamedEvent;
}

/** Reads the blocks of one response. Ends if no bytes arrive for SILENCE_MS. */
async function* readBlocks(body: ReadableStream<Uint8Array>): AsyncGenerator<Block> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const silence = setTimeout(() => void reader.cancel().catch(() => undefined), SILENCE_MS);
      const { done, value } = await reader.read().finally(() => clearTimeout(silence));
      if (done) return;
      text += decoder.decode(value, { stream: true }).replace(/\r\n?/g, '\n');
      const blocks = text.split('\n\n');
      text = blocks.pop()!;
      if (text.length > MAX_EVENT) return;
      for (const block of blocks) yield parseBlock(block);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Creates the function that iterates over the events of the account (GET /v1/stream). */
export const createEventStream = (options: PorchlightOptions) => {
  const { fetch: send = fetch } = options;
  const createCredentials = readCredentials(options);
  const policy = { ...DEFAULT_RETRY, ...options.retry };

  const connect = async (lastEventId: string, signal: AbortSignal | undefined): Promise<Response> => {
    const response = await send(`${readOrigin(options)}/v1/stream`, {
      headers: {
        accept: 'text/event-stream',
        ...createSystemHeaders(options),
        ...(lastEventId !== '' && { 'last-event-id': lastEventId }),
        ...(await createCredentials('GET')),
      },
      redirect: 'error',
      ...(signal && { signal }),
    });
    if (response.status !== 200) throw createError(response, await response.text());
    return response;
  };

  /** The pause after a failed attempt. Throws an error that another attempt would meet too. */
  const pauseAfter = (error: unknown, failures: number): number => {
    if (error instanceof PorchlightError && !isRetryableStatus(error.status ?? 0)) throw error;
    const seconds = error instanceof PorchlightError ? error.retryAfterSeconds : undefined;
    // A stream is open for days: an outage ends it only if the caller does.
    const attempt = Math.min(failures, policy.retries || 1);
    return computeWait(attempt, { ...policy, retries: attempt }, seconds && seconds * 1_000, Math.random()) ?? 0;
  };

  async function* readSteps({ signal, lastEventId = '' }: StreamOptions): AsyncGenerator<StreamStep> {
    let id = lastEventId;
    let pause = RECONNECT_MS;
    let failures = 0;
    for (;;) {
      try {
        const response = await connect(id, signal);
        failures = 0;
        for await (const { id: position, event, data, retry } of readBlocks(response.body!)) {
          if (retry !== undefined) pause = retry;
          if (position !== undefined) id = position;
          if (data !== undefined && event !== undefined)
            yield { id, event: { id, event, data: JSON.parse(data) as unknown } as StreamedEvent };
          else if (position !== undefined) yield { id };
        }
      } catch (error) {
        failures += 1;
        if (signal?.aborted)
          throw new PorchlightError('The caller aborted the stream.', { reason: 'ABORTED', cause: error });
        const afterMs = pauseAfter(error, failures);
        if (afterMs > 0) pause = Math.max(afterMs, RECONNECT_MS / 4);
      }
      await wait(pause, signal).catch((cause: unknown) => {
        throw new PorchlightError('The caller aborted the stream.', { reason: 'ABORTED', cause });
      });
    }
  }

  return async function* stream(streamOptions: StreamOptions = {}): AsyncGenerator<StreamedEvent, void, undefined> {
    let reported: string | undefined;
    for await (const { id, event } of readSteps(streamOptions)) {
      if (event) yield event;
      if (id === reported) continue;
      reported = id;
      await streamOptions.onPosition?.(id);
    }
  };
};

/** Iterates over the events of the account, as the caller may see them, and reconnects by itself. */
export type EventStream = ReturnType<typeof createEventStream>;
