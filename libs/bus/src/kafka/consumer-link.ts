import type { Consumer, EachBatchPayload, Offsets } from 'kafkajs';
import type { FetchSettings } from './join-patch';

/** What a reader does at the events of its consumer. */
export interface ConsumerEvents {
  /** The broker knows that the member is alive. */
  alive(): void;
  /** A fetch begins. True if messages of a key wait to be read again. */
  fetchBegan(): boolean;
  /** The messages of a fetch have arrived. */
  fetchEnded(): void;
}

/** The consumer of kafkajs that a member uses now. Calls without a consumer, or to a lost one, do nothing. */
export interface ConsumerLink {
  /** Subscribes to the events of a consumer that is about to run; it replaces the one before. */
  attach(consumer: Consumer, events: ConsumerEvents): void;
  /** The latest batch: commits and heartbeats go through it. */
  received(payload: EachBatchPayload): void;
  /** The settings of the fetches of the consumer, which are changed at each fetch. */
  useSettings(settings: FetchSettings): void;
  /** False without a heartbeat for a whole session: other members may have the partitions. */
  isAlive(): boolean;
  setPaused(topic: string, partition: number, pause: boolean): void;
  heartbeat(): void;
  commit(offsets: Offsets): Promise<void>;
}

/** Longest wait of a fetch while messages of a key wait to be read again, ms. */
const REREAD_WAIT_MS = 50;

/** Creates the link of one member; it is without a consumer until `attach`. */
export const createConsumerLink = ({
  sessionTimeoutMs,
  fetchWaitMs,
}: {
  readonly sessionTimeoutMs: number;
  /** Longest wait of a fetch without messages, ms. */
  readonly fetchWaitMs: number;
}): ConsumerLink => {
  let consumer: Consumer | undefined;
  let latest: EachBatchPayload | undefined;
  let fetching: FetchSettings | undefined;
  let aliveAt = -Infinity;

  return {
    attach(next, events) {
      consumer = next;
      const alive = (): void => {
        aliveAt = performance.now();
        events.alive();
      };
      next.on(next.events.HEARTBEAT, alive);
      next.on(next.events.GROUP_JOIN, alive);
      next.on(next.events.FETCH_START, () => {
        // A fetch that waits for new messages delays the deferred ones.
        const waitMs = events.fetchBegan() ? Math.min(REREAD_WAIT_MS, fetchWaitMs) : fetchWaitMs;
        if (fetching) fetching.maxWaitTime = waitMs;
      });
      // The fetched messages arrive right after this event; the read position must not move before.
      next.on(next.events.FETCH, () => void setImmediate(events.fetchEnded));
    },
    received: (payload) => void (latest = payload),
    useSettings: (settings) => void (fetching = settings),
    isAlive: () => performance.now() - aliveAt < sessionTimeoutMs,
    setPaused(topic, partition, pause) {
      try {
        consumer?.[pause ? 'pause' : 'resume']([{ topic, partitions: [partition] }]);
      } catch {
        // The consumer has crashed or was disconnected: it fetches nothing, and the next one begins without pauses.
      }
    },
    heartbeat: () => void latest?.heartbeat().catch(() => {}),
    commit: async (offsets) => latest?.commitOffsetsIfNecessary(offsets),
  };
};
