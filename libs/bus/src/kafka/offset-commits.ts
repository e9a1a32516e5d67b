import type { Offsets } from 'kafkajs';
import type { ReadPartition } from '../consuming/dispatcher';
import { settledWithin } from '../settled-within';

/** A partition and the last offset that the broker confirmed. */
export interface CommittedPartition extends ReadPartition {
  committed: number;
}

export interface OffsetCommitsOptions {
  readonly partitions: () => Iterable<CommittedPartition>;
  readonly send: (offsets: Offsets) => Promise<void>;
  readonly failed: (error: unknown) => void;
}

/** Commits the offsets below which everything is finished. */
export interface OffsetCommits {
  /** Commits within a second; one commit at a time. */
  soon(): void;
  /** Commits after the one that runs. */
  now(): Promise<void>;
}

const INTERVAL_MS = 1_000;
const RETRY_MS = 1_000;
const TIMEOUT_MS = 10_000;

export const createOffsetCommits = ({ partitions, send, failed }: OffsetCommitsOptions): OffsetCommits => {
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const commit = async (): Promise<void> => {
    const topics = new Map<string, { partition: number; offset: string }[]>();
    const confirm: (() => void)[] = [];
    for (const one of partitions()) {
      const offset = one.buffer.committable();
      if (offset <= one.committed) continue;
      topics.set(one.topic, [...(topics.get(one.topic) ?? []), { partition: one.partition, offset: String(offset) }]);
      confirm.push(() => (one.committed = Math.max(one.committed, offset)));
    }
    if (topics.size === 0) return;
    const sent = send({ topics: [...topics].map(([topic, offsets]) => ({ topic, partitions: offsets })) });
    if (!(await settledWithin(TIMEOUT_MS, sent))) throw new Error(`No response to a commit within ${TIMEOUT_MS} ms.`);
    await sent;
    for (const confirmed of confirm) confirmed();
  };

  const attempt = async (): Promise<void> => {
    let delayMs = INTERVAL_MS;
    try {
      await commit();
    } catch (error) {
      failed(error);
      delayMs = RETRY_MS;
    }
    running = undefined;
    for (const { buffer, committed } of partitions()) if (buffer.committable() > committed) return schedule(delayMs);
  };

  const schedule = (delayMs: number): void => {
    if (timer || running) return;
    timer = setTimeout(() => {
      timer = undefined;
      running = attempt();
    }, delayMs);
    timer.unref();
  };

  return {
    soon: () => schedule(INTERVAL_MS),
    now: () => (running ?? Promise.resolve()).then(commit),
  };
};
