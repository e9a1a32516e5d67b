/** One event of the stream, as the HTML standard defines `text/event-stream`. */
export interface SentEvent {
  /** Position that a client returns in Last-Event-ID. */
  readonly id: string;
  readonly event: string;
  /** JSON; it has no line breaks. */
  readonly data: string;
}

export const formatSentEvent = ({ id, event, data }: SentEvent): string =>
  `id: ${id}\nevent: ${event}\ndata: ${data}\n\n`;

/**
 * A comment, which keeps connections through proxies alive, with the present position: events that the caller may not
 * see pass unsent, and a client without own events must be able to continue too.
 */
export const formatHeartbeat = (position: string): string => `:\nid: ${position}\n\n`;

/**
 * The start of a stream: when clients reconnect, ms, and the position. After lost events `reset` has the position: a
 * client that stores each position must not store one before it knows that events are missing.
 */
export const formatStart = (retryMs: number, position: string, isReset: boolean): string =>
  `retry: ${retryMs}\n${isReset ? `\n${formatReset(position)}` : `id: ${position}\n\n`}`;

/** Events were lost: the client must read the records again. */
export const formatReset = (position: string): string => formatSentEvent({ id: position, event: 'reset', data: '{}' });
