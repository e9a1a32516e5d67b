import type { StreamEvent } from '@porchlight/contracts';
import { isRefusal } from '@porchlight/errors';
import { sleep } from '@porchlight/runtime';
import type { Response } from 'express';
import { once } from 'node:events';
import { formatHeartbeat, formatReset, formatSentEvent } from './format-stream';
import type { StreamBacklog } from './stream-backlog';
import type { FeedMember } from './stream-feed';

/** Interval of comments, ms (D13.9). */
const HEARTBEAT_MS = 15_000;
/** A client that reads nothing for so long is disconnected, ms; it can continue by Last-Event-ID. */
const UNREAD_MS = 60_000;
/** Events whose visibility is looked up together. */
const AT_ONCE = 100;
/** Pause before a failed look-up of visible records is repeated, ms. */
const FAILED_MS = 500;

/** What a stream works with. */
export interface StreamResponseOptions {
  readonly accountId: number;
  readonly connectionId: string;
  readonly position: string;
  readonly backlog: StreamBacklog;
  /** The events that the caller may see now. */
  readonly findVisible: (events: readonly StreamEvent[]) => Promise<readonly StreamEvent[]>;
  /** The notification of an event, as JSON. */
  readonly format: (event: StreamEvent) => string;
  readonly onSent: (events: number) => void;
  readonly onReset: () => void;
}

/** An open stream: a member of the feed, until the client or `end` ends it. */
export interface StreamResponse extends FeedMember {
  end(): void;
}

const sizeOf = ({ ids, dataJson }: StreamEvent): number => 200 + 11 * ids.length + dataJson.length;

/**
 * Sends the events of an account as one caller may see them, in their order and as fast as the client reads. Events
 * that do not fit into the backlog of the account are dropped; then the client gets `reset`.
 */
export const openStreamResponse = (res: Response, options: StreamResponseOptions): StreamResponse => {
  const { accountId, connectionId, backlog } = options;
  const closed = new AbortController();
  let queue: StreamEvent[] = [];
  let bytes = 0;
  /** Position of the last event that the feed passed. */
  let passed = options.position;
  /** Position of the last event that is sent, or left out because the caller may not see it. */
  let handled = options.position;
  let isReset = false;
  let isSending = false;

  const drop = (): void => {
    queue = [];
    bytes = 0;
    isReset = true;
    options.onReset();
  };
  const holder = { bytes: () => bytes, drop };

  const write = async (text: string): Promise<void> => {
    if (res.write(text)) return;
    const timer = setTimeout(() => res.destroy(), UNREAD_MS);
    await once(res, 'drain', { signal: closed.signal }).finally(() => clearTimeout(timer));
  };

  const sendBatch = async (): Promise<void> => {
    const batch = queue.slice(0, AT_ONCE);
    const visible = await options.findVisible(batch);
    for (const event of visible) {
      // The backlog was dropped meanwhile: `reset` stands for the rest.
      if (isReset) return;
      await write(formatSentEvent({ id: event.position, event: event.event, data: options.format(event) }));
      options.onSent(1);
    }
    if (isReset) return;
    queue = queue.slice(batch.length);
    bytes -= batch.reduce((sum, event) => sum + sizeOf(event), 0);
    handled = queue.length === 0 ? passed : batch.at(-1)!.position;
  };

  const sendAll = async (): Promise<void> => {
    while (!closed.signal.aborted && (isReset || queue.length > 0)) {
      if (isReset) {
        isReset = false;
        handled = passed;
        await write(formatReset(passed));
        continue;
      }
      try {
        await sendBatch();
      } catch (error) {
        if (!isRefusal(error)) throw error;
        await sleep(FAILED_MS);
      }
    }
  };

  const send = (): void => {
    if (isSending) return;
    isSending = true;
    sendAll().then(
      () => (isSending = false),
      () => res.destroy(),
    );
  };

  const heartbeat = setInterval(() => {
    if (!res.writableNeedDrain) res.write(formatHeartbeat(handled));
  }, HEARTBEAT_MS);
  backlog.add(accountId, holder);
  res.once('close', () => {
    clearInterval(heartbeat);
    backlog.remove(accountId, holder);
    closed.abort();
  });

  return {
    accountId,
    connectionId,
    get position() {
      return passed;
    },
    deliver(events, position) {
      passed = position;
      if (events.length === 0 && queue.length === 0) handled = position;
      if (events.length === 0) return;
      queue.push(...events);
      bytes += events.reduce((sum, event) => sum + sizeOf(event), 0);
      backlog.fit(accountId);
      send();
    },
    reset(position) {
      passed = position;
      drop();
      send();
    },
    end: () => void res.end(),
  };
};
